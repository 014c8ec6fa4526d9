import { depositState, type ReceiptState } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { transaction, type Db } from '@tianping/database'
import { pictureTypeOf, reencoded } from '../../../kernel/files/picture.ts'
import { sealFile } from '../../../kernel/files/sealedFile.ts'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { lockDeposit, readDeposit, type Deposit } from '../store/deposit.sql.ts'
import { keepReceipt, receiptOf } from '../store/receipt.sql.ts'

/** Decoding a picture is work. */
const uploadsByMember = { attempts: 30, windowMs: 3_600_000 }

/** Only who looks at a bank account needs a receipt: providers say themselves what was paid. */
const isAsked = ({ method, state }: Deposit): boolean =>
  method === 'card' && state === depositState.waiting

async function standing(db: Db, order: Deposit) {
  const found = await receiptOf(db, order.memberId, order.depositNo)
  const open: ReceiptState = found ? 'sent' : 'none'
  return {
    state: isAsked(order) ? open : ('closed' as const),
    uploaded_at: found ? beijing(found.uploadedAt) : '',
  }
}

const unreadable = () => new Refusal(say('receipt.file_unreadable'), { field: 'file' })

function refuseUnasked(order: Deposit) {
  if (order.method !== 'card') throw new Refusal(say('receipt.not_asked'))
  if (!isAsked(order)) throw new Refusal(say('receipt.reviewed'))
}

/** Of an own order only: of another's nothing is said. */
export const depositreceipt: Handler<'POST /api/depositreceipt'> = async ({
  db,
  body,
  member: { memberId },
}) => {
  const order = existing(await readDeposit(db, memberId, body.deposit_no), 'order.not_found')
  return { data: await standing(db, order) }
}

/** Keeps the pixels of a picture, sealed, in the place of an earlier one. */
export const uploadReceipt: Handler<'POST /api/depositreceipt/upload'> = async ({
  db,
  clock,
  settings,
  member: { memberId },
  body: { deposit_no: depositNo },
  file,
}) => {
  if (!file || file.bytes.length === 0)
    throw new Refusal(say('receipt.file_missing'), { field: 'file' })
  const type = pictureTypeOf(file.bytes)
  if (!type) throw new Refusal(say('receipt.file_format'), { field: 'file' })
  // Refused before anything is decoded, and again below, where it counts.
  refuseUnasked(existing(await readDeposit(db, memberId, depositNo), 'order.not_found'))
  const now = clock.now()
  await attempt(db, `receipt:${memberId}`, uploadsByMember, now)
  const plain = await reencoded(file.bytes, type, unreadable)
  const sealed = sealFile(settings.documentKey, memberId, plain)
  const data = await transaction(db, async tx => {
    const order = await lockDeposit(tx, memberId, depositNo)
    refuseUnasked(order)
    await keepReceipt(tx, { memberId, depositNo, bytes: plain.length, now, ...sealed })
    return standing(tx, order)
  })
  return { message: '凭证已上传', data }
}
