// Who may import whom. test/architecture.test.ts runs these rules and counts the modules they saw.

// Each package and the front doors it may use; functions, local and cli may use every one.
const mayImport = {
  config: [],
  database: ['config'],
  clients: ['config'],
  queue: ['database'],
  workloads: ['queue', 'database', 'config', 'clients'],
  approvals: ['queue', 'database', 'config', 'clients'],
  // The registry, what a definition is, and the owner's settings.
  infra: ['workloads', 'queue', 'config'],
}

const table = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports-only-what-it-may`,
  comment: `packages/${name} may import ${allowed.join(', ') || 'no other package'}`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: { path: '^(packages|functions)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}))

// A package is entered by its index.ts; a function enters a workload by its own, so that its bundle has no other's.
const frontDoors = '^packages/([^/]+|workloads/[^/]+)/index\\.tsx?$|^packages/workloads/pages\\.ts$'

module.exports = {
  forbidden: [
    ...table,
    {
      name: 'by-the-front-door',
      comment: 'a package is entered by its index.ts, under its #name',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/[^/]+/', pathNot: ['^packages/$1/', '^packages/[^/]+/index\\.tsx?$'] },
    },
    {
      name: 'functions-by-the-front-door',
      comment: 'a function file is wiring: it uses front doors only',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^packages/', pathNot: frontDoors },
    },
    {
      name: 'by-its-name',
      comment: 'another package is imported as #name, not by a path',
      severity: 'error',
      from: { path: '^(packages/[^/]+|functions)/' },
      to: {
        path: '^packages/',
        pathNot: '^$1/',
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    },
    {
      name: 'no-workload-imports-another',
      comment: 'what two workloads share belongs into a client or the queue',
      severity: 'error',
      from: { path: '^packages/workloads/([^/]+)/' },
      to: { path: '^packages/workloads/[^/]+/', pathNot: '^packages/workloads/$1/' },
    },
    {
      name: 'no-cycles',
      comment:
        'two files that run each other are one file; naming a type of the other is no such bond',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-tests-in-production',
      comment: 'what runs for a person never comes from test/',
      severity: 'error',
      from: { path: '^(packages|functions)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-development-packages-in-production',
      comment: 'npm ci --omit=dev must leave everything that production imports',
      severity: 'error',
      from: { path: '^(packages|functions)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      comment: 'an import that leads nowhere hides whatever is behind it from the other rules',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
