import { randomBytes } from 'node:crypto'
import type { Case } from '../case.ts'
import { hold, need, refused, same, stopped, type Subject } from '../subject.ts'

const section = '5 Signals (v1.1)'

const ticketed = () => ({ ticket: `kit_${randomBytes(12).toString('hex')}` })

/** An answered signal does not come again; one that is pending does. */
async function answerOf(at: Subject, ref: string, outcome: string) {
  return (await at.data('answerSignal', { ref, outcome })).outcome
}
const isSaid = async (at: Subject, ref: string) =>
  (await at.signals()).some(each => each.ref === ref)

export const signals: Case[] = [
  {
    id: 'signal-unknown',
    rule: 'an answer to an unknown signal is refused with 2404',
    section,
    feature: 'left',
    run: async at => {
      const asked = { ref: at.name('x'), outcome: 'done' }
      refused(await at.ask('answerSignal', asked), [2404])
      refused(await at.ask('answerSignal', { ...asked, outcome: 'perhaps' }), [2000])
    },
  },
  {
    id: 'signal-left',
    rule: 'a launch that was left is said until it is answered for good, and once',
    section,
    feature: 'left',
    needs: ['open', 'leave'],
    run: async at => {
      const { ticket } = ticketed()
      const player = await at.player()
      await need(at.driver.leave)(await at.opened(player, { ticket }))
      const left = await at.signal(each => each.kind === 'left' && each.ticket === ticket)
      hold(left, 'the launch that was left is said within ten seconds')
      same([left.player, left.amount], [player, null], 'player and amount')
      hold(await isSaid(at, left.ref), 'what was not answered is said again')
      same(await answerOf(at, left.ref, 'pending'), 'pending', 'the outcome')
      hold(await isSaid(at, left.ref), 'what is pending is said again')
      same(await answerOf(at, left.ref, 'done'), 'done', 'the outcome')
      hold(!(await isSaid(at, left.ref)), 'what was answered for good is not said again')
      same(await answerOf(at, left.ref, 'refused'), 'done', 'the first final answer stands')
    },
  },
  {
    id: 'signal-money',
    rule: 'the player asks for money within what the launch allows',
    section,
    feature: 'money',
    needs: ['open', 'askMoney'],
    run: async at => {
      const { ticket } = ticketed()
      const player = await at.player()
      const game = await at.opened(player, { ticket, money: { each: 1_000, total: 5_000 } })
      await need(at.driver.askMoney)(game, 900)
      const asked = await at.signal(each => each.kind === 'money' && each.ticket === ticket)
      hold(asked, 'the request is said within ten seconds')
      same([asked.player, String(asked.amount)], [player, '900'], 'player and amount')
      same(await at.balance(player), 0, 'the balance: the venue moves nothing by itself')
      same(await answerOf(at, asked.ref, 'refused'), 'refused', 'the outcome')
      hold(!(await isSaid(at, asked.ref)), 'what was answered for good is not said again')
    },
  },
  {
    id: 'signal-money-unasked',
    rule: 'without `money` in the launch nothing can be asked for',
    section,
    feature: 'money',
    needs: ['open', 'askMoney'],
    run: async at => {
      const game = await at.opened(await at.player(), ticketed())
      await stopped(need(at.driver.askMoney)(game, 900), 'a request without `money` is refused')
    },
  },
]
