// The pages of workloads, under /workloads/<name>. Loaded where they are served: JSX needs a loader.

export const workloadPages = [
  { name: 'jobs', title: 'Jobs', load: () => import('./jobs/pages/index.tsx') },
]
