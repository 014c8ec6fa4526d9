// The local beacon as a process of its own; `BEACON_DIR` keeps its key.
import { secretIn, startLocalBeacon } from './localBeacon.ts'

const folder = process.env['BEACON_DIR']
if (!folder) throw new Error('BEACON_DIR is missing: the folder of the key')
const beacon = await startLocalBeacon({
  secret: secretIn(folder),
  port: Number(process.env['BEACON_PORT'] ?? 0),
})
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => void beacon.close().then(() => process.exit(0)))
process.send?.({ ready: true, port: beacon.port, settings: beacon.settings })
