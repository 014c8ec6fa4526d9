// The health check of the container: 0 where the process in it answers as ready.
const { PORT = '8080', VENUE_PORT, HEALTH_PATH = '/readyz' } = process.env
const url = `http://127.0.0.1:${VENUE_PORT ?? PORT}${HEALTH_PATH}`
const ready = await fetch(url, { signal: AbortSignal.timeout(2_500) }).then(
  answer => answer.ok,
  () => false,
)
process.exit(ready ? 0 : 1)
