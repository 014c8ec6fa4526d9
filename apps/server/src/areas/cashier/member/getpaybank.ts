import type { Handler } from '../../../kernel/http/services.ts'
import { receivingAccounts } from '../store/deposit.sql.ts'

/** The site's own accounts; their numbers are there to be copied, so they are shown whole. */
export const getpaybank: Handler<'POST /api/getpaybank'> = async ({ db }) => ({
  data: (await receivingAccounts(db)).map(account => ({
    id: account.accountId,
    bank_no: account.bankNo,
    bank_owner: account.bankOwner,
    bank_address: account.bankAddress,
    bank_data: { bank_name: account.bankName },
  })),
})
