import { bringYuan, TOP_UP_MOST_FEN } from '@tianping/contract/wallet/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { fenOf, formatFen, yuanOf } from '@tianping/money'
import { useState } from 'react'
import { patchUser } from '../../app/account.ts'
import { wordsOf } from '../../app/api.ts'
import { useAction } from '../../app/calls.ts'
import { useRoundsLeft } from '../../app/games/games.ts'
import { Practice } from '../../app/games/Practice.tsx'
import { href } from '../../app/routes/paths.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { typedFen, typedOf } from '../../app/wallet/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Card.tsx'
import { AmountField, QuickSums } from '../../ui/field/AmountField.tsx'
import { Switch } from '../../ui/field/Switch.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { yuanText } from '../../ui/Money.tsx'
import type { Before } from './useBefore.ts'
import css from './game.module.css'

/** What the member chose: how much may follow into the game, in yuan. */
export type Chosen = { top_up?: string }
type Props = {
  before: Before
  title: string
  platname: string
  code: string
  open: boolean
  onEnter: (chosen: Chosen) => void
  onClose: () => void
}

const none = '0'

/** Before a game that would open with nothing: how much to bring, and what may follow. */
export function BringSheet({ before, title, platname, code, open, onEnter, onClose }: Props) {
  const choice = useChoice(before)
  const { amount, auto, each, follows, total } = choice.values
  const fen = typedFen(amount)
  const wrong = wrongOf(before, choice.values)
  const chosen: Chosen = follows ? { top_up: total } : {}
  const rule = useAction('POST /api/uptransferstatus', {
    done: () => {
      patchUser({ transferstatus: 1 })
      onEnter(chosen)
    },
  })
  const entered = () =>
    auto ? rule.run({ transferstatus: 1, each_max: each || none }) : onEnter(chosen)
  const bring = useAction('POST /api/money/bring', {
    stale: ['POST /api/user', 'POST /api/balancelist', 'POST /api/money/where'],
    done: ({ data }) => {
      if (data.state === transferState.pending) toast('场馆还没确认，到账后会显示在游戏里')
      entered()
    },
  })
  // The answer was lost and the money arrived: the way into the game goes on.
  useLanded('POST /api/money/bring', entered)
  const enter = () => {
    if (fen === 0n) entered()
    else bring.run({ plat_name: platname, amount })
  }
  return (
    <Sheet open={open} title={title} onClose={onClose}>
      <p className={css.there}>
        {before.venue}里有 ¥{yuanText(before.at_venue)}
      </p>
      <Given platname={platname} code={code} />
      <Amount before={before} choice={choice} error={wrong.amount} />
      <Follow before={before} choice={choice} error={wrong} />
      <div className={css.enter}>
        <Why error={bring.error ?? rule.error} />
        <Button
          block
          busy={bring.busy || rule.busy}
          disabled={Object.values(wrong).some(Boolean)}
          onClick={enter}
        >
          {fen > 0n ? `转入 ¥${formatFen(fen)} 并进入` : '不转，直接进入'}
        </Button>
        <Practice platname={platname} code={code} />
      </div>
    </Sheet>
  )
}

/** Why the way in is closed, for as long as one reads; a message is gone before. */
const Why = ({ error }: { error: Error | null }) => {
  const words = wordsOf(error)
  return words === undefined ? null : <Alert kind="red">{words}</Alert>
}

/** Rounds that the house gave for this game: they need no money. */
function Given({ platname, code }: Pick<Props, 'platname' | 'code'>) {
  const left = useRoundsLeft({ platform_name: platname, game_code: code })
  if (left === 0) return null
  return <p className={css.there}>赠送旋转余 {left} 次，不扣余额，可不转入直接进入</p>
}

type Values = { amount: string; auto: boolean; each: string; follows: boolean; total: string }
type Choice = ReturnType<typeof useChoice>

/** The first round sum that fits; what is there where none does. */
function firstOf({ most }: Before): string {
  const fitting = bringYuan.filter(yuan => yuan <= most && yuan <= 300)
  return typedOf(fitting.length > 0 ? fenOf(fitting.at(-1)) : fenOf(most))
}

function useChoice(before: Before) {
  const [values, setValues] = useState<Values>({
    amount: firstOf(before),
    auto: false,
    each: before.each_max === null ? '500' : String(before.each_max),
    follows: false,
    total: '500',
  })
  return { values, set: (part: Partial<Values>) => setValues(old => ({ ...old, ...part })) }
}

function wrongOf({ most }: Before, { amount, auto, each, follows, total }: Values) {
  const mostFen = fenOf(most)
  const bound = typedFen(total)
  return {
    amount: typedFen(amount) > mostFen ? `最多可转入 ¥${formatFen(mostFen)}` : null,
    each: auto && each !== '' && typedFen(each) % 100n !== 0n ? '请输入整数金额' : null,
    total:
      follows && (bound === 0n || bound > TOP_UP_MOST_FEN)
        ? `请输入 1 至 ${yuanOf(TOP_UP_MOST_FEN)} 元`
        : null,
  }
}

type Part = { before: Before; choice: Choice }

function Amount({ before, choice, error }: Part & { error: string | null }) {
  const { most, central, loss_left: left } = before
  const sums = bringYuan
    .filter(yuan => yuan <= most)
    .map(yuan => ({ label: String(yuan), value: String(yuan) }))
  return (
    <div className={css.amount}>
      <AmountField
        label="转入多少"
        aside={<span className="t-13 muted">中心钱包 ¥{yuanText(central)}</span>}
        value={choice.values.amount}
        error={error}
        onChange={amount => choice.set({ amount })}
      />
      <QuickSums
        sums={[...sums, { label: '不转', value: '' }]}
        value={choice.values.amount}
        onChoose={amount => choice.set({ amount })}
      />
      {left !== null && (
        <p className={css.limit}>
          <span>净输限额还剩 ¥{yuanText(left)}</span>
          <a href={href('/protect')}>限额</a>
        </p>
      )}
    </div>
  )
}

type Errors = ReturnType<typeof wrongOf>

/** What may go without being asked again: both are off until the member turns them on. */
function Follow({ before, choice, error }: Part & { error: Errors }) {
  const { auto, each, follows, total } = choice.values
  if (!before.may_automate) return null
  return (
    <div className={css.follow}>
      <Option
        title="下次直接进入"
        note="只在进入时转，游戏中不会自动补；离开游戏后余额自动回到中心钱包"
        on={auto}
        onChange={next => choice.set({ auto: next })}
      />
      {auto && (
        <AmountField
          label="每次最多转入"
          value={each}
          placeholder="不限"
          error={error.each}
          onChange={next => choice.set({ each: next })}
        />
      )}
      {before.may_top_up && (
        <Option
          title="游戏中可以再转"
          note="余额不足时由您在游戏里确认，只对这一次打开的游戏有效"
          on={follows}
          onChange={next => choice.set({ follows: next })}
        />
      )}
      {follows && (
        <AmountField
          label="这次最多再转"
          value={total}
          error={error.total}
          onChange={next => choice.set({ total: next })}
        />
      )}
    </div>
  )
}

type OptionProps = { title: string; note: string; on: boolean; onChange: (on: boolean) => void }

const Option = ({ title, note, on, onChange }: OptionProps) => (
  <div className={css.option}>
    <span>
      {title}
      <br />
      <span className="t-13 muted">{note}</span>
    </span>
    <Switch label={title} on={on} onChange={onChange} />
  </div>
)
