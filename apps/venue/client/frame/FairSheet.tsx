import { present } from '../../model/present.ts'
import { commitOf, fromHex } from '@tianping/fairness'
import { useEffect, useState } from 'react'
import { newSeed } from '../session/newBetId.ts'
import { Sheet } from './Sheet.tsx'
import { inLang } from '../words/words.ts'
import type { Game } from '../session/useGame.ts'
import type { Revealed, Rotated, SeedsChanged } from '../session/wire.ts'

type Seed = NonNullable<Revealed['revealed']>
/**
 * Plays a round again: how its model names the draw (`停轴 7 · 21 · 14`), what it returns, and
 * whether that is what was stored.
 */
export type Replay = (round: {
  serverSeed: Uint8Array
  clientSeed: string
  nonce: number
  stored: Readonly<Record<string, unknown>>
}) => { agrees: boolean; draw: string; returns: string }

type Session = Pick<Game, 'ask' | 'show' | 'state'>

export function FairSheet({
  game,
  replay,
  onClose,
}: {
  game: Session
  replay: Replay
  onClose: () => void
}) {
  const { seeds, last } = present(game.state)
  const { revealed, notice, busy, save, rotate } = useSeeds(game)
  // Revealing the seed would tell the free spins that are still to come.
  const inRound = last?.status === 'OPEN'
  const foot = (
    <>
      <button
        type="button"
        className="btn wide"
        disabled={inRound || busy}
        onClick={() => void rotate()}
      >
        {inRound ? '免费旋转转完后可更换' : '更换种子并公开'}
      </button>
      <a className="btn pri" href={inLang('/verify')} target="_blank" rel="noopener noreferrer">
        验证任意一转
      </a>
    </>
  )
  return (
    <Sheet title="公平验证" onClose={onClose} foot={foot}>
      <p className="say">
        结果由服务器种子、你的种子和序号算出。种子的哈希先给你看，更换后公开原文，任何一转都能重算。
      </p>
      <div className="lab">
        <span>当前承诺 SHA-256(服务器种子)</span>
        <span>已用 {seeds.nonce} 转</span>
      </div>
      <code className="hash" data-testid="commit">
        {seeds.commit}
      </code>
      <ClientSeed key={seeds.client_seed} seed={seeds.client_seed} onSave={save} />
      <p className="cap c2">
        你的种子由你的浏览器在看到承诺之后随机生成，更换服务器种子时也换新的；场馆定下它的种子时不知道你的。
      </p>
      <p className="cap" role="status">
        {notice}
      </p>
      <div className="lab">
        <span>下一个服务器种子的承诺</span>
      </div>
      <code className="hash">{seeds.next_commit}</code>
      {revealed && <RevealedSeed seed={revealed} replay={replay} />}
      <p className="cap gap">验证在你的浏览器里离线进行，代码可读，页面可以保存。</p>
    </Sheet>
  )
}

/** The last revealed server seed, and the two ways to change the seeds. */
function useSeeds({ ask, show }: Session) {
  const [revealed, setRevealed] = useState<Seed | null>(null)
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void ask<Revealed>('GET', '/api/seeds').then(found => setRevealed(found?.revealed ?? null))
  }, [ask])
  const save = async (clientSeed: string) => {
    const changed = await ask<SeedsChanged>('POST', '/api/seeds/client', {
      client_seed: clientSeed,
    })
    if (!changed) return
    show({ seeds: changed.seeds })
    setNotice('已保存，下一转生效')
  }
  const rotate = async () => {
    // A second tap would reveal the seed that was just begun in place of the one that was played.
    setBusy(true)
    const changed = await ask<Rotated>('POST', '/api/seeds/rotate', {
      client_seed: newSeed(),
    }).finally(() => setBusy(false))
    if (!changed) return
    show({ seeds: changed.seeds })
    setRevealed(changed.revealed)
    setNotice('已更换，旧种子已公开')
  }
  return { revealed, notice, busy, save, rotate }
}

/** The player's own seed, which can be changed at any time. */
function ClientSeed({ seed, onSave }: { seed: string; onSave: (seed: string) => Promise<void> }) {
  const [text, setText] = useState(seed)
  const typed = text.trim()
  return (
    <>
      <div className="lab">
        <label htmlFor="client-seed">我的种子（可改，下一转生效）</label>
        <span>1–64 个字符</span>
      </div>
      <form
        className="fld"
        onSubmit={event => {
          event.preventDefault()
          void onSave(typed)
        }}
      >
        <input
          id="client-seed"
          value={text}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setText(event.target.value)}
        />
        <button type="submit" className="btn" disabled={!typed || typed === seed}>
          保存
        </button>
      </form>
    </>
  )
}

/**
 * The last revealed seed, checked here and now: its hash against the commitment, its last round
 * computed again.
 */
function RevealedSeed({ seed, replay }: { seed: Seed; replay: Replay }) {
  const serverSeed = fromHex(seed.server_seed)
  const { last } = seed
  const round =
    last &&
    replay({ serverSeed, clientSeed: last.client_seed, nonce: last.nonce, stored: last.outcome })
  const agrees = commitOf(serverSeed) === seed.commit && (!round || round.agrees)
  return (
    <>
      <div className="lab">
        <span>{round ? '验证已公开的最后一转' : '验证已公开的种子'}</span>
        <span className={agrees ? 'up' : 'down'}>{agrees ? '✓ 一致' : '✗ 不一致'}</span>
      </div>
      <div className="vf">
        <span className="cap c2">已公开的服务器种子 · 用过 {seed.rounds} 转</span>
        <code className="hash">{seed.server_seed}</code>
        {last && round && (
          <>
            <span className="cap c2">
              我的种子 {last.client_seed} · 序号 {last.nonce}
            </span>
            <div className="row apart">
              <span className="c2">{round.draw}</span>
              <span>{round.returns}</span>
            </div>
          </>
        )}
      </div>
    </>
  )
}
