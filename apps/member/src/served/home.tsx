// Home as a visitor sees it, drawn by the server from what it puts into the page: the same
// components as in the browser (docs/decisions/0135-home-comes-drawn.md). Built by
// vite.served.config.ts.
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server.browser'
import { cache, fillCache } from '../app/cache.ts'
import { Shell } from '../app/shell/Shell.tsx'
import type { Boot } from '../app/storage.ts'
import HomePage from '../pages/home/HomePage.tsx'

/** React names pictures ahead of the markup; they stand in it right behind. */
const AHEAD = /^(<link rel="preload"[^>]*>)+/

/** Nothing but `boot` goes into it, and nothing of it stays behind. */
export function drawHome(boot: Boot): string {
  fillCache(boot)
  try {
    const drawn = renderToString(
      <QueryClientProvider client={cache}>
        <Shell pages={{ '/': HomePage }} />
      </QueryClientProvider>,
    )
    return drawn.replace(AHEAD, '')
  } finally {
    cache.clear()
  }
}
