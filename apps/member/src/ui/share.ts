import { copyText } from './CopyButton.tsx'

type Shared = { title: string; text?: string; url?: string }

/** Hands something to the phone's own sharing; where there is none, it goes to the clipboard. */
export async function share({ title, text, url }: Shared) {
  const written = [text, url].filter(part => part !== undefined).join('\n')
  if (typeof navigator.share !== 'function') return copyText(written)
  try {
    await navigator.share({
      title,
      ...(text === undefined ? {} : { text }),
      ...(url === undefined ? {} : { url }),
    })
  } catch (error) {
    // One who changes one's mind has not asked for the clipboard instead.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(written)
  }
}
