import type { Handler } from '../../../kernel/http/services.ts'
import { enabledBanks } from '../store/card.sql.ts'

export const banklist: Handler<'POST /api/banklist'> = async ({ db }) => ({
  data: (await enabledBanks(db)).map(bank => ({
    id: bank.bankId,
    bank_name: bank.bankName,
    ico: bank.ico,
  })),
})
