// Migrating as a deployer that is no superuser, on PostgreSQL 15, where CREATEROLE means more.
import { postgres15 } from '../support/global-setup.ts'
import { deployerTests } from './as-deployer.ts'

await deployerTests({ binDir: postgres15().binDir })
