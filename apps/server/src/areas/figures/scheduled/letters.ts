// The letters that take reports away.
import { letterState, type PlanFormat } from '@tianping/contract/figures/facts'
import type { Services } from '../../../kernel/http/services.ts'
import { drain, MAX_ATTEMPTS, type OutboxItem } from '../../../ledger/outbox.ts'
import { Undeliverable } from '../../delivery/delivery.ts'
import { noteLetter, waitingLetter, type ReportFile } from '../store/file.sql.ts'
import { openPlans } from './setting.ts'

export type Letter = { fileId: string; address: string }
export const letterTopic = 'report.letter'
/** So few that all of them end before their lease does. */
const AT_ONCE = 3

const types: Record<PlanFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}
const compact = (day: string) => day.replaceAll('-', '')

/** How a report's file is called, and what it is. */
export const fileOf = ({ plan, fromDay, toDay, format }: ReportFile) => ({
  name: `${plan}-${compact(fromDay)}-${compact(toDay)}.${format}`,
  type: types[format],
})

/** Whether the plan still wants this address: it may have been taken off since. */
const isWanted = async ({ db }: Services, plan: string, address: string): Promise<boolean> =>
  (await openPlans(db)).some(({ ref, mails }) => ref === plan && mails.includes(address))

async function sendLetter(services: Services, item: OutboxItem<Letter>): Promise<void> {
  const { db, clock, outward } = services
  const { attempts, payload } = item
  const fileId = BigInt(payload.fileId)
  const { address } = payload
  const found = await waitingLetter(db, fileId, address)
  if (!found) return
  const note = (state: keyof typeof letterState, error = '') =>
    noteLetter(db, fileId, address, {
      state: letterState[state],
      attempts,
      error,
      at: clock.now(),
    })
  if (!(await isWanted(services, found.plan, address))) return void (await note('unwanted'))
  const { name, fromDay, toDay, content } = found
  const span = fromDay === toDay ? fromDay : `${fromDay} 至 ${toDay}`
  try {
    await outward.send('mail', {
      id: `tp-report-${fileId}`,
      to: address,
      subject: `${name} ${span}`,
      text: `附件是报表“${name}”，${span}（北京时间）。数字不含测试账号，之后的重新结算会改变它们。`,
      file: { ...fileOf(found), content },
    })
    await note('sent')
  } catch (error) {
    const said = (error as Error).message
    const over = error instanceof Undeliverable || attempts >= MAX_ATTEMPTS
    await note(over ? 'failed' : 'waiting', said)
    if (!over) throw error
  }
}

/** Sends the letters that are due. */
export async function sendLetters(services: Services): Promise<void> {
  if (!services.outward.open('mail')) return
  await drain<Letter>(services.db, letterTopic, item => sendLetter(services, item), AT_ONCE)
}
