// The bucket: private, encrypted on the way, keeping nothing that was deleted.
import { all, type Check, differences, generated, inputsOf } from './world.ts'

export const privateBucket: Check = (synthesis) => {
  const { bucket } = generated(synthesis)
  const of = (type: string, name: string) => inputsOf(synthesis, `aws:s3/${type}`, name)
  const policy = of('bucketPolicy:BucketPolicy', 'FilesPolicy').policy
  const statements = JSON.parse(String(policy ?? '{}')).Statement
  const own = all(synthesis, 'aws:s3/bucket:Bucket')
  return [
    ...differences(
      'the deployment',
      { buckets: own.map(({ name }) => name) },
      {
        buckets: ['FilesBucket'],
      },
    ),
    ...differences(
      'the bucket',
      of('bucketPublicAccessBlock:BucketPublicAccessBlock', 'FilesPublicAccessBlock'),
      {
        bucket,
        blockPublicAcls: true,
        blockPublicPolicy: true,
        ignorePublicAcls: true,
        restrictPublicBuckets: true,
      },
    ),
    ...differences(
      'the bucket',
      { statements },
      {
        statements: [
          {
            Effect: 'Deny',
            Principal: [{ type: '*', identifiers: ['*'] }],
            Action: ['s3:*'],
            Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
            Condition: { Bool: { 'aws:SecureTransport': ['false'] } },
          },
        ],
      },
    ),
    ...differences(
      'the bucket',
      of('bucketLifecycleConfiguration:BucketLifecycleConfiguration', 'FilesLifecycle'),
      {
        rules: [
          {
            id: 'expire',
            status: 'Enabled',
            filter: { prefix: 'files/' },
            expiration: { days: 400 },
          },
        ],
      },
    ),
    ...['bucketVersioning:BucketVersioning', 'bucketCorsConfiguration:BucketCorsConfiguration']
      .filter((type) => all(synthesis, `aws:s3/${type}`).length > 0)
      .map((type) => `the bucket has ${type}`),
  ]
}

/** In production nothing goes by a mistyped command. */
export const keptInProduction: Check = (synthesis) => [
  ...differences('the deployment', synthesis.outputs, { _protect: true }),
  ...all(synthesis, 'aws:s3/bucket:Bucket').flatMap(({ name, kept, inputs }) =>
    differences(
      name,
      { kept, forceDestroy: inputs.forceDestroy },
      {
        kept: true,
        forceDestroy: false,
      },
    ),
  ),
]
