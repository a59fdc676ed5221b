// Migrating as a deployer that is no superuser, on the PostgreSQL that npm brings.
import { deployerTests } from './as-deployer.ts'

await deployerTests()
