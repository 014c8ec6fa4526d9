/**
 * Runs in a page: whether what it shows is all there — its code, its answers, its pictures, and no
 * layer on its way out.
 */
export function isSettled(): boolean {
  const shows = (element: Element) => element.checkVisibility()
  return (
    [...document.querySelectorAll('main')].some(shows) &&
    ![...document.querySelectorAll('[aria-busy="true"], .skel, dialog[data-leaving]')].some(
      shows,
    ) &&
    [...document.images].every(image => image.complete || image.loading === 'lazy' || !shows(image))
  )
}
