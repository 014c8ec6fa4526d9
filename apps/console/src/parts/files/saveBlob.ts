const KEPT_MS = 10_000

/** Has the browser save a file: what others made never runs within the back office. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
