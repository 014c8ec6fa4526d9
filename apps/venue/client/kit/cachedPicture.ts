const pictures = new Map<string, HTMLImageElement>()

/**
 * The address of a picture that is fetched now, at the latest, and held for as long as the page
 * lives: what nobody shows for a moment is forgotten, and fetched and read anew in the middle of
 * play.
 */
export function cachedPicture(url: string, fetchPriority: 'auto' | 'low' = 'auto'): string {
  if (!pictures.has(url)) pictures.set(url, Object.assign(new Image(), { fetchPriority, src: url }))
  return url
}
