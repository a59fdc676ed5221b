// The front door of #config: the only reader of process.env.
export { ConfigError } from './config-error.ts'
export { databaseUrl, optionalDatabaseUrl } from './database-url.ts'
export { latexEngine } from './latex-engine.ts'
export { type LocalParts, localParts, setLocalParts } from './local-parts.ts'
export { type MessageConfig, messageConfig } from './messages.ts'
export { optionalOrigin } from './origin.ts'
export { localStage, operatorsFile, stage } from './stage.ts'
