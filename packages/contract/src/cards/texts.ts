import type { Catalogue } from '../say.ts'

/** What the forms of cards and addresses check (P2-5-01 to P2-5-10), in the documents' spelling. */
export const cardsForm = {
  'card.address_missing': '请输入USDT地址',
  'card.protocol_missing': '请选择钱包协议',
  'card.pay_password_missing': '请输人支付密码',
  'card.trc20_format': 'TRC20地址应以T开头，共34位',
  'card.erc20_format': 'ERC20地址应以0x开头，共42位',
  'card.own_unconfirmed': '请确认该地址为本人所有',
  'card.owner_missing': '请输入姓名',
  'card.bank_missing': '请输入银行/机构',
  'card.branch_missing': '请输入开户行地址',
  'card.number_missing': '请输人账户号码',
  'card.number_length': '请输人正确的卡号长度',
  'card.pay_password_length': '请输人支付密码长度',
  'card.owner_hidden': '姓名中有看不见的字符，请重新输入',
  'card.cards_full': '最多支持添加5张卡片',
  'card.addresses_full': '最多支持添加5个地址',
} as const satisfies Catalogue

export const cardsTexts = {
  'card.holder_differs': '持卡人须与注册的真实姓名一致',
  'card.bank_unknown': '暂不支持该银行/机构',
  'card.number_bound': '该卡号已绑定，请勿重复添加',
  'card.address_bound': '该地址已绑定，请勿重复添加',
  'card.not_bound': '该卡片不存在或已解绑',
  'card.withdrawal_open': '该卡片有取款正在处理，暂不能解绑',
  'card.not_found': [404, '该卡片不存在'],
} as const satisfies Catalogue
