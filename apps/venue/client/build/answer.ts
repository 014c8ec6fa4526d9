import type { ViteDevServer } from 'vite'

type Answer = { type: string; body: string | Buffer }

/** In development: answers what a build would have left as a file; null leaves it to others. */
export function answer(
  server: ViteDevServer,
  make: (address: string) => Promise<Answer | null>,
): void {
  server.middlewares.use((request, response, next) => {
    const reply = (made: Answer | null) => {
      if (made === null) return next()
      response.setHeader('content-type', made.type)
      response.end(made.body)
    }
    make(request.url ?? '/').then(reply, next)
  })
}

export const HTML = 'text/html; charset=utf-8'
