// Starts the venue of examples/second-venue as a process of its own.
import { spawn } from 'node:child_process'
import type { Driver } from '../../packages/venue-kit/src/driver.ts'
import { driverOf } from '../../examples/second-venue/driver.mjs'
import { inRoot } from '../root.ts'

export type SecondVenue = {
  adminKey: string
  url: string
  /** How the conformance kit plays its game, as a merchant. */
  driver: (merchant: string) => Required<Driver>
  close: () => Promise<void>
}

type Wanted = {
  merchants: Record<string, { keys: Record<string, string> }>
  mistakes?: readonly string[]
}

export async function startSecondVenue({ merchants, mistakes = [] }: Wanted): Promise<SecondVenue> {
  const adminKey = 'staff-of-the-second-venue'
  const child = spawn(process.execPath, [inRoot('examples/second-venue/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      PORT: '0',
      MERCHANTS: JSON.stringify(merchants),
      ADMIN_KEY: adminKey,
      MISTAKES: mistakes.join(','),
    },
  })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /listens at (\S+)/.exec(chunk.toString())?.[1]
      if (address) found(address)
    })
    child.once('close', code => failed(new Error(`the second venue ended with ${code}`)))
  })
  return {
    url,
    adminKey,
    driver: merchant => driverOf({ url, merchant, adminKey }),
    close: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
