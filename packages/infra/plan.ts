// What a deployment consists of, as plain data: `sst.config.ts` turns it into SST's components and knows no workload.

/** One Lambda. */
export interface FunctionPlan {
  /** Of its component; the Lambda is called `countersign-<stage>-<name in kebab case>`. */
  name: string
  description: string
  /** File and export: `functions/reaper.handler`. */
  handler: string
  memoryMb: number
  timeoutSeconds: number
  schedule: SchedulePlan | null
  /** Linked secrets, by name. */
  secrets: string[]
  environment: Record<string, string>
  /** Its own disk, which browsers and documents are unpacked on. */
  storageMb: number
  /** What it may do besides writing its log. */
  grants: Grant[]
  /** Packages that are installed beside the bundle, with their exact versions. */
  packages: Record<string, string>
  /** Packages that others install and it never loads. */
  absent: string[]
  /** Files and folders of the project that lie beside the bundle. */
  copied: { from: string; to: string }[]
  /** Has the pdfTeX tree as a layer. */
  tex: boolean
}

export interface SchedulePlan {
  expression: string
  timeZone: string
}

/**
 * On objects of the bucket by the pattern of their keys, on listing them by the pattern of the prefix, or on
 * something else by its ARN, in which `{account}` stands for the account's number.
 */
export type Grant =
  | { actions: ('s3:GetObject' | 's3:PutObject' | 's3:DeleteObject')[]; keys: string[] }
  | { actions: ['s3:ListBucket']; listing: string[] }
  | { actions: string[]; arns: string[] }

/** A linked secret. */
export interface SecretPlan {
  /** As SST knows it: `sst secret set DatabaseUrlJobs`. */
  name: string
  /** The environment variable that it stands for. */
  variable: string
  /** Without it nothing is deployed; any other counts as not set while it is empty. */
  required: boolean
}

/** A number that is read from the log lines of a function. */
export interface LogMetricPlan {
  name: string
  function: string
  /** CloudWatch's pattern for lines that are JSON. */
  pattern: string
  /** `1` for each line, or a field of it. */
  value: string
}

export interface AlarmPlan {
  name: string
  description: string
  /** Of a function by its errors, of a log metric, or of the queue of what could not be delivered. */
  of: { errors: string } | { metric: string } | { queue: true }
  periodSeconds: number
  periods: number
  /** How many of the periods must be bad; all of them by default. */
  bad?: number
  /** Bad is at least this much; with `below`, less than this much. */
  threshold: number
  below: boolean
  /** What a period without any figure is. */
  silence: 'bad' | 'good'
}

export interface StagePlan {
  stage: string
  functions: FunctionPlan[]
  secrets: SecretPlan[]
  metrics: LogMetricPlan[]
  alarms: AlarmPlan[]
  alarmMail: string
  domain: string | null
  certificateArn: string | null
  /** The folder of the pdfTeX tree. */
  texFolder: string
  eventAgeSeconds: number
  /** Files that nobody put again for so long are deleted, whatever else failed to. */
  filesExpireAfterDays: number
  logRetention: '3 months'
}
