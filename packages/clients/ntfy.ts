// Push messages by ntfy: one POST to a topic. https://docs.ntfy.sh/publish/

export interface NtfyOptions {
  /** The topic's address, for example https://ntfy.example.org/countersign-8f3a. */
  topicUrl: string
  token?: string
}

interface Push {
  subject: string
  lines: readonly string[]
  url: string
  button: string
  urgent: boolean
}

/** A channel that pushes each message to a topic; the button opens the page. Rejects unless ntfy accepted it. */
export function ntfyChannel({ topicUrl, token }: NtfyOptions) {
  return {
    name: 'ntfy',
    send: async ({ subject, lines, url, urgent }: Push): Promise<void> => {
      const response = await fetch(topicUrl, {
        method: 'POST',
        headers: {
          // A header carries Latin-1 only; ntfy reads RFC 2047.
          Title: `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`,
          Click: url,
          Priority: urgent ? '4' : '3',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        body: lines.join('\n'),
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`ntfy answered ${response.status}`)
    },
  }
}
