/**
 * An address of the server as one the browser may go to; null for nothing and for anything that is
 * no web page.
 */
export function webAddress(text: string, base: string): string | null {
  const url = text !== '' && URL.canParse(text, base) ? new URL(text, base) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
