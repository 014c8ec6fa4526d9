import { createTransport } from 'nodemailer'
import type { Settings } from '../../kernel/environment.ts'
import { present } from '../../kernel/present.ts'
import { Undeliverable, type Sender } from './sender.ts'

const CONNECT_MS = 5_000
const SILENT_MS = 10_000

/**
 * Letters by SMTP. `smtps://` is encrypted from the start; `smtp://` is by STARTTLS, which
 * production insists on.
 */
export function mailSender(
  { url, from }: NonNullable<Settings['mail']>,
  mode: Settings['mode'],
): Sender {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: mode === 'production' && !secure,
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, to, subject, text, file }) => {
      // The same id for every try, so that a letter which arrived twice shows once.
      const messageId = `<${id}@${hostOf(from)}>`
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId,
          attachments: file
            ? [{ filename: file.name, contentType: file.type, content: file.content }]
            : [],
        })
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        // 5xx is for good; what concerns the log-in at the mail server is not the letter's fault.
        const refused = responseCode >= 550 && responseCode < 560
        throw refused ? new Undeliverable((error as Error).message, { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}

/** The host of `天平 <no-reply@site.example>`. */
const hostOf = (from: string): string =>
  present(from.replace(/>\s*$/, '').split('@').pop(), 'host of the sender')
