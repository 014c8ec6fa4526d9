import { post, type Said } from './post.ts'
import type { DrillSite } from './site.ts'

export type Load = { times: number[]; failed: string[]; stop: () => Promise<void> }
/** A call of members and what it takes. */
export type Asked = readonly [path: string, body: string]

/** Sends calls at their moments, whether the ones before were answered or not. */
export function load(
  { url, players }: DrillSite,
  calls: readonly [Asked, ...Asked[]],
  perSecond: number,
): Load {
  const times: number[] = []
  const failed: string[] = []
  const under = new Set<Promise<void>>()
  const began = performance.now()
  let sent = 0
  const judge = (path: string, said: Said, asked: number) => {
    times.push(performance.now() - asked)
    if (said.status !== 200 || said.body.code !== 200)
      failed.push(`${path}: ${said.status} ${said.body.code ?? ''}`)
  }
  const send = () => {
    const [path, body] = calls[sent % calls.length] ?? calls[0]
    const token = players[sent % players.length]?.token ?? ''
    const asked = performance.now()
    const call = post(`${url}${path}`, body, { authorization: `Bearer ${token}` }).then(said =>
      judge(path, said, asked),
    )
    under.add(call)
    void call.finally(() => under.delete(call))
    sent++
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * perSecond
    while (sent < due) send()
  }, 5)
  return {
    times,
    failed,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}
