// Adds up the test reports of the lanes and ends with the line that CI reads.
import { readFileSync } from 'node:fs'

const [failedLanes, ...reports] = process.argv.slice(2)
let passed = 0
let failed = 0
for (const report of reports) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    passed += numPassedTests
    // A test that did not run did not pass: nothing skips silently.
    failed += numFailedTests + numPendingTests + numTodoTests
  } catch {
    failed += 1
    console.log(`no report in ${report}`)
  }
}
// Types, lint or a set-up that failed counts too, also where every test that ran passed.
if (failed < Number(failedLanes)) failed = Number(failedLanes)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
