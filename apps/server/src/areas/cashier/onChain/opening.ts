import type { Services } from '../../../kernel/http/services.ts'
import { present } from '../../../kernel/present.ts'
import { setPayUrl, type Deposit } from '../store/deposit.sql.ts'
import { CHAIN } from './port.ts'

/** Where an order on the chain is paid, as a wallet or a browser opens it; nobody is asked. */
export async function openOnChain(
  { db, onChain }: Services,
  order: Deposit,
  origin: string,
): Promise<Deposit> {
  const { memberId, depositNo } = order
  const payUrl = present(onChain, 'chain of an order').payUrlOf(order, origin)
  await setPayUrl(db, { memberId, depositNo, provider: CHAIN, payUrl })
  return { ...order, payUrl }
}
