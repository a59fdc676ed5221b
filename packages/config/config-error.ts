// A setting that is missing or wrong.

/** `message` is one line that names the setting and the remedy, and never repeats a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
