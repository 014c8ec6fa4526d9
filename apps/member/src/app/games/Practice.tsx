import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { Refused } from '../api.ts'
import { useAction } from '../calls.ts'
import { leaveFor } from '../routes/navigation.ts'
import { texts } from '../texts.ts'
import { langAsked } from './gameLang.ts'

type Props = { platname: string; code: string }

/** The age that a refusal asks about; undefined for any other. */
const askedAge = (error: Error) =>
  error instanceof Refused && error.reason === 'protection.practice_age'
    ? (error.data as { age: number }).age
    : undefined

/** The way into a game without money; who is no member is asked for their age first. */
export function Practice({ platname, code }: Props) {
  const [age, setAge] = useState<number>()
  const { run, busy } = useAction('POST /api/game/practice', {
    silent: true,
    done: ({ data }) => {
      toast(texts.entering)
      leaveFor(data.url)
    },
    failed: error => {
      const asked = askedAge(error)
      if (asked !== undefined) setAge(asked)
      else if (error instanceof Refused && error.code !== 401) toast(error.message, 'danger')
    },
  })
  const enter = (ofAge?: 1) =>
    run({
      plat_name: platname,
      game_code: code,
      ...langAsked(),
      ...(ofAge ? { of_age: ofAge } : {}),
    })
  if (age === undefined)
    return (
      <Button kind="quiet" block busy={busy} onClick={() => enter()}>
        试玩 · 不用钱，不计入记录
      </Button>
    )
  return (
    <>
      <p role="status">试玩前请确认：您已满 {age} 周岁吗？</p>
      <Button kind="tonal" block busy={busy} onClick={() => enter(1)}>
        我已满 {age} 周岁，开始试玩
      </Button>
      <Button kind="quiet" block onClick={() => setAge(undefined)}>
        未满 {age} 周岁
      </Button>
    </>
  )
}
