// The front door of #clients: one file per outside service.
export { type FileStore, FileUnavailable, folderStore } from './storage.ts'
