// Pictures and files of an invented application, drawn by the browser: the filled form, a letter, a CV.
import { createHash } from 'node:crypto'
import type { Browser } from 'puppeteer-core'

export interface Picture {
  name: string
  mediaType: string
  sha256: string
  bytes: Uint8Array
}

function kept(name: string, mediaType: string, bytes: Uint8Array): Picture {
  return { name, mediaType, sha256: createHash('sha256').update(bytes).digest('hex'), bytes }
}

const paper = `<style>body{font:15px/1.6 'Open Sans',sans-serif;margin:0;padding:48px 56px;color:#222;background:#fff}
h1{font-size:24px;margin:0 0 4px}h2{font-size:15px;border-bottom:1px solid #bbb;margin:22px 0 8px}
label{display:block;color:#555;font-size:13px;margin:14px 0 3px}div.in{border:1px solid #bbb;border-radius:4px;padding:9px 12px}
header{background:#0b3b37;color:#fff;margin:-48px -56px 30px;padding:22px 56px;font-weight:700}</style>`

const form1 = `${paper}<header>Nordlicht · Careers</header><h1>Backend Engineer, Platform</h1><p>Berlin · hybrid</p>
<label>Full name</label><div class=in>Maja Łukasiewicz</div><label>Email</label><div class=in>maja@mail.example</div>
<label>Notice period</label><div class=in>3 months</div><label>Salary expectation (EUR a year)</label><div class=in>88,000</div>
<label>Why Nordlicht?</label><div class=in>I have run Postgres-backed queues in production since 2019, most recently for 111 automated workloads.</div>`
const form2 = `${paper}<h2>Documents</h2><div class=in>lukasiewicz-cv.pdf (148 kB)</div><br><div class=in>lukasiewicz-letter.pdf (41 kB)</div>
<h2>Consent</h2><p>☑ I have read the privacy notice and agree to my data being kept for 12 months.</p><br><div class=in style="background:#0b3b37;color:#fff;width:180px;text-align:center">Submit application</div>`
const letter = `${paper}<p style="text-align:right">Berlin, 30 November 2026</p><h1>Backend Engineer, Platform</h1><p>Dear Nordlicht team,</p>
<p>I have run Postgres-backed queues in production since 2019, most recently for 111 automated workloads, and your note on lease-based workers reads like my last two years.</p>
<p>What I would bring first is a habit of making failure boring: every job either finishes, asks, or says why it did not.</p><p>With kind regards,<br>Maja Łukasiewicz</p>`
const cv1 = `${paper}<h1>Maja Łukasiewicz</h1><p>Berlin · maja@mail.example</p><h2>Experience</h2><p><b>Platform engineer</b>, Windmühle AG, 2021–now<br>Queues, leases and idempotency for 111 scheduled workloads on Postgres.</p>
<p><b>Backend engineer</b>, Kontor GmbH, 2017–2021<br>Payments, reconciliation, on call.</p><h2>Languages</h2><p>Polish (native), German (C1), English (C2)</p>`
const cv2 = `${paper}<h2>Education</h2><p>MSc Computer Science, Kraków, 2017</p><h2>Talks</h2><p>“The queue that asked first”, 2024</p>`

const hello = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>`

/** Draws them; `page` pictures are of an A4 page's shape. */
export async function drawPictures(browser: Browser) {
  const draw = async (name: string, html: string, width: number, height: number) => {
    const page = await browser.newPage()
    await page.setViewport({ width, height })
    await page.setContent(html)
    const bytes = await page.screenshot({ type: 'webp', quality: 80 })
    await page.close()
    return kept(name, 'image/webp', bytes)
  }
  return {
    form: [await draw('form-1.webp', form1, 760, 900), await draw('form-2.webp', form2, 760, 640)],
    letter: await draw('letter-1.webp', letter, 640, 905),
    cv: [await draw('cv-1.webp', cv1, 640, 905), await draw('cv-2.webp', cv2, 640, 905)],
    letterFile: kept('lukasiewicz-letter.pdf', 'application/pdf', Buffer.from(hello)),
    cvFile: kept('lukasiewicz-cv.pdf', 'application/pdf', Buffer.from(`${hello}\n`)),
  }
}

export type Pictures = Awaited<ReturnType<typeof drawPictures>>
