// The frozen evidence of a request: pictures, files with their pages, longer texts, how demands are met.
import type { FC } from 'hono/jsx'
import { Visible } from '../look/visible.tsx'
import type { Requirement, Shown, ShownFile, ShownText } from './shown.ts'

/** What the other side will receive or see, as pictures that open whole; the exact file one tap away. */
export const Pictures: FC<{ shown: Shown; edited: boolean; title?: string }> = ({
  shown,
  edited,
  title = edited ? 'As it looked before your edit' : 'As it looks now',
}) => (
  <>
    {shown.images.length > 0 && (
      <section aria-label="Pictures">
        <h2>
          {title}{' '}
          <small>
            {shown.images.length} {shown.images.length === 1 ? 'picture' : 'pictures'}
          </small>
        </h2>
        <Shots pictures={shown.images} edited={edited} />
      </section>
    )}
    {shown.files.map((file) => (
      <File file={file} />
    ))}
  </>
)

/** Pictures side by side, each of which opens whole. */
export const Shots: FC<{ pictures: Shown['images']; edited?: boolean }> = ({
  pictures,
  edited = false,
}) => (
  <div class={edited ? 'shots before' : 'shots'}>
    {pictures.map(({ sha256, caption }, index) => (
      <Picture
        sha256={sha256}
        caption={caption}
        stamp={edited && 'before your edit'}
        eager={index < 2}
      />
    ))}
  </div>
)

const File: FC<{ file: ShownFile }> = ({ file }) => (
  <section aria-label={file.name}>
    <h2>
      <Visible text={file.name} />{' '}
      <small>
        {file.pages.length > 0 &&
          `${file.pages.length} ${file.pages.length === 1 ? 'page' : 'pages'} · `}
        {sizeOf(file.bytes)}
      </small>
    </h2>
    {file.pages.length > 0 && (
      <div class="shots">
        {file.pages.map((page, index) => (
          <Picture sha256={page} caption={`Page ${index + 1} of ${file.pages.length}`} />
        ))}
      </div>
    )}
    <p class="meta">
      <a href={`/artifacts/${file.sha256}`}>Open the exact file</a>{' '}
      <span class="code small">SHA-256 {file.sha256.slice(0, 16)}…</span>
    </p>
  </section>
)

const Picture: FC<{ sha256: string; caption: string; stamp?: string | false; eager?: boolean }> = ({
  sha256,
  caption,
  stamp,
  eager,
}) => (
  <figure>
    <a href={`/artifacts/${sha256}`}>
      <img
        src={`/artifacts/${sha256}`}
        alt={`${caption}: open it whole`}
        loading={eager ? 'eager' : 'lazy'}
      />
    </a>
    <figcaption>
      {stamp && <span class="stamp">{stamp} · </span>}
      <Visible text={caption} />
    </figcaption>
  </figure>
)

const verdicts = { meets: 'meets', unclear: 'unclear', misses: 'misses' } as const

export const Requirements: FC<{ requirements: readonly Requirement[] }> = ({ requirements }) => (
  <table class="rows">
    <caption class="visually-hidden">What they ask for, and how it is met</caption>
    <thead>
      <tr>
        <th scope="col">They ask for</th>
        <th scope="col">Verdict</th>
        <th scope="col">In their words</th>
      </tr>
    </thead>
    <tbody>
      {requirements.map(({ name, verdict, words }) => (
        <tr>
          <th scope="row">
            <Visible text={name} />
          </th>
          <td data-l="verdict">
            <b class={`verdict-${verdict}`}>{verdicts[verdict]}</b>
          </td>
          <td data-l="their words">
            {words === undefined ? '–' : <Visible text={`“${words}”`} />}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const Texts: FC<{ texts: readonly ShownText[] }> = ({ texts }) => (
  <>
    {texts.map(({ title, text, source }) => (
      <section aria-label={title}>
        <h2>
          <Visible text={title} />{' '}
          {source === 'internet' && <small>from the internet, unverified</small>}
          {source === 'generated' && <small>generated</small>}
        </h2>
        <div class={`long ${source}`}>
          <Visible text={text} />
        </div>
      </section>
    ))}
  </>
)

export function sizeOf(bytes: number): string {
  return bytes < 10_000
    ? `${bytes.toLocaleString('en')} bytes`
    : `${Math.round(bytes / 1_000).toLocaleString('en')} kB`
}
