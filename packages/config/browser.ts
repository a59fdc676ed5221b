// CHROME_PATH and where the browser runs: what `withBrowser` of #clients needs to know.

/** A browser of the user's own, if named; where to look for one; and whether this is a Lambda. */
export function browserConfig(): { chromePath?: string; searchPath: string; onLambda: boolean } {
  const chromePath = process.env.CHROME_PATH ?? ''
  return {
    ...(chromePath !== '' && { chromePath }),
    searchPath: process.env.PATH ?? '',
    onLambda: (process.env.AWS_LAMBDA_FUNCTION_NAME ?? '') !== '',
  }
}
