// What the soaks share: chance that a seed repeats, calls that are asked until they are answered,
// and kills spread over the steps.
import { randomBytes } from 'node:crypto'

const WAIT_MS = 50
const CALL_MS = 15_000
const LOOK_MS = 20
export const PATIENCE_MS = 300_000

export const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

export type Chance = {
  upTo(n: number): number
  oneOf<T>(list: readonly T[]): T
}

/** Chance from SOAK_SEED; each `part` has a row of its own, whatever the others draw. */
export function chanceOf(usual: number, part = 0): Chance {
  let state = (Number(process.env['SOAK_SEED'] ?? usual) + Math.imul(part, 40_503)) >>> 0
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const upTo = (n: number) => Math.floor(random() * n)
  return { upTo, oneOf: list => list[upTo(list.length)] as (typeof list)[number] }
}

/** Tries until there is something; a try that throws is one without an answer. */
export async function untilAnswered<T>(
  name: string,
  look: () => Promise<T | null>,
  isOver: () => boolean = patience(),
): Promise<T> {
  let last = ''
  while (!isOver()) {
    const found = await look().catch((error: Error) => {
      last = error.message
      return null
    })
    if (found !== null) return found
    await pause(WAIT_MS)
  }
  throw new Error(`${name} was never answered ${last}`)
}

function patience() {
  const end = Date.now() + PATIENCE_MS
  return () => Date.now() > end
}

export type Answer<T = Record<string, unknown>> = { code: number; message: string; data: T | null }

/**
 * One call as a phone makes it: whatever happens to the process, the same key is sent again until
 * there is an answer. Each comes from an address of its own, so that no throttle ends the soak.
 */
export function askUntilAnswered<T = Record<string, unknown>>(
  url: string,
  body: object,
  { headers, isOver }: { headers: Record<string, string>; isOver?: () => boolean },
): Promise<Answer<T>> {
  const [a, b, c] = randomBytes(3)
  const all = {
    'content-type': 'application/json',
    'idempotency-key': `k-${randomBytes(12).toString('hex')}`,
    'x-forwarded-for': `10.${a}.${b}.${c}`,
    ...headers,
  }
  const look = async () => {
    const said = await fetch(url, {
      method: 'POST',
      headers: all,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_MS),
    })
    if (said.status < 500 && said.status !== 429) return (await said.json()) as Answer<T>
    await said.body?.cancel()
    return null
  }
  return untilAnswered(url, look, isOver)
}

/**
 * Takes so many steps on all lanes at once, with the kills spread evenly over them; answers how
 * many of both there were.
 */
export async function runSteps<Lane>({
  steps,
  kills,
  lanes,
  step,
  kill,
}: {
  steps: number
  kills: number
  lanes: readonly Lane[]
  step: (lane: Lane) => Promise<unknown>
  kill: (no: number) => Promise<unknown>
}): Promise<{ steps: number; kills: number }> {
  let begun = 0
  let killed = 0
  const isDue = () => killed < kills && begun >= ((killed + 1) * steps) / (kills + 1)
  const playing = lanes.map(async lane => {
    while (begun < steps) {
      // Quick steps wait for a kill that is due, so that none is left over.
      if (isDue()) {
        await pause(LOOK_MS)
        continue
      }
      begun++
      await step(lane)
    }
  })
  const killing = (async () => {
    while (begun < steps) {
      if (!isDue()) {
        await pause(LOOK_MS)
        continue
      }
      await kill(++killed)
      if (steps > 500) console.log(`${begun} steps, ${killed} kills`)
    }
  })()
  try {
    await Promise.all([...playing, killing])
  } finally {
    begun = steps
  }
  return { steps: begun, kills: killed }
}
