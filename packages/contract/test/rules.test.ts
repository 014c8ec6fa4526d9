import {
  loginRules,
  passwordRules,
  payPasswordRules,
  profileRules,
  registerRules,
} from '@tianping/contract/account/rules'
import { agentRules } from '@tianping/contract/agent/rules'
import { bankBindRules, usdtBindRules, usdtOwnRules } from '@tianping/contract/cards/rules'
import {
  bankDepositRules,
  depositAmountRules,
  withdrawRules,
} from '@tianping/contract/cashier/rules'
import { isMobile } from '@tianping/contract/rule'
import { transferRules } from '@tianping/contract/wallet/rules'
import { describe, expect, test } from 'vitest'

/** Breaks the rules from the last to the first: each time the earlier one must speak. */
function inOrder<F extends object>(
  rules: (form: F) => { text: string } | null,
  good: F,
  breaks: [Partial<F>, string][],
) {
  expect(rules(good)).toBeNull()
  let form = good
  for (const [change, text] of breaks.toReversed()) {
    form = { ...form, ...change }
    expect(rules(form)?.text).toBe(text)
  }
}

describe('forms of the account', () => {
  test('register: the rules speak in their order', () => {
    inOrder(
      registerRules,
      {
        name: 'abc123',
        password: 'secret1',
        confirmPass: 'secret1',
        realname: '王五',
        paypassword: '888888',
        code: 'ab3d',
      },
      [
        [{ name: 'abc' }, '用户名长度6~11位，以字母或数字组合！'],
        [{ password: '123' }, '请输入正确的密码长度，最少6位！'],
        [{ confirmPass: 'other' }, '两次密码不一致！'],
        [{ realname: '王' }, '请输入您的真实姓名!'],
        [{ paypassword: '12345' }, '请输入正确的支付密码长度，最少6位！'],
        [{ code: '' }, '请输入验证码！'],
      ],
    )
  })
  test('register: after the document’s rules a payment password has at most 18 characters', () => {
    const form = {
      name: 'abc123',
      password: 'secret1',
      confirmPass: 'secret1',
      realname: '王五',
      paypassword: '8'.repeat(18),
      code: 'ab3d',
    }
    expect(registerRules(form)).toBeNull()
    expect(registerRules({ ...form, paypassword: '8'.repeat(19) })).toEqual({
      field: 'paypassword',
      reason: 'register.pay_password_long',
      values: {},
      code: 400,
      text: '请输人支付密码长度',
    })
    expect(registerRules({ ...form, paypassword: '8'.repeat(19), code: '' })?.text).toBe(
      '请输入验证码！',
    )
  })
  test.each(['abcde', 'abcdefghijkl', 'abc 123', '用户名用户名', 'abc_123'])(
    'register: the name %j is refused',
    name => {
      expect(
        registerRules({
          name,
          password: '1',
          confirmPass: '2',
          realname: '',
          paypassword: '',
          code: '',
        })?.field,
      ).toBe('name')
    },
  )
  test('login: name and password, then captcha', () => {
    inOrder(loginRules, { name: 'demo888', password: 'x', code: 'y' }, [
      [{ password: '' }, '请输入您的账号和密码！'],
      [{ code: '' }, '请输入验证码！'],
    ])
  })
  test('agent application: mobile, then reason', () => {
    inOrder(agentRules, { mobile: '13800138000', apply_info: '有团队' }, [
      [{ mobile: '1' }, '请输入正确手机号'],
      [{ apply_info: '' }, '请输入申请理由'],
    ])
  })
  test('profile: mobile, email, birthday', () => {
    inOrder(profileRules, { mobile: '13800138000', email: 'a@b.cn', birthday: '1990-02-28' }, [
      [{ mobile: '2' }, '请输入正确手机号'],
      [{ email: 'a@' }, '请输入正确邮箱号'],
      [{ birthday: '1990-02-30' }, '请输入正确的日期格式：YYYY-MM-DD'],
    ])
  })
  test.each([
    '13800138000',
    '013800138000',
    '8613800138000',
    '1795113800138000',
    '15012345678',
    '17712345678',
    '18812345678',
    '14512345678',
    '14712345678',
    '16612345678',
    '17012345678',
    '19912345678',
  ])('mobile %s is a mainland number', mobile => expect(isMobile(mobile)).toBe(true))
  test.each([
    '14012345678',
    '14612345678',
    '14812345678',
    '14912345678',
    '15412345678',
    '12012345678',
    '1380013800',
    '138001380000',
    '+8613800138000',
    '',
  ])('mobile %j is not', mobile => expect(isMobile(mobile)).toBe(false))
})

describe('forms of the wallet', () => {
  test('USDT bind: address, protocol, payment password', () => {
    inOrder(
      usdtBindRules,
      {
        bank: 'USDT',
        bank_owner: 'TRC20',
        bank_no: `T${'a'.repeat(33)}`,
        bank_address: '',
        pay_pass: '888888',
      },
      [
        [{ bank_no: '' }, '请输入USDT地址'],
        [{ bank_owner: '' }, '请选择钱包协议'],
        [{ pay_pass: '' }, '请输人支付密码'],
      ],
    )
  })
  test('USDT bind: an address of the other protocol is refused', () => {
    const f = { bank: 'USDT', bank_address: '', pay_pass: '888888' }
    expect(usdtBindRules({ ...f, bank_owner: 'TRC20', bank_no: `0x${'a'.repeat(40)}` })?.text).toBe(
      'TRC20地址应以T开头，共34位',
    )
    expect(usdtBindRules({ ...f, bank_owner: 'ERC20', bank_no: `T${'a'.repeat(33)}` })?.text).toBe(
      'ERC20地址应以0x开头，共42位',
    )
    expect(usdtBindRules({ ...f, bank_owner: 'ERC20', bank_no: `0x${'a'.repeat(40)}` })).toBeNull()
  })
  test('USDT bind: our own page asks whose address it is', () => {
    expect(usdtOwnRules({ own: false })).toMatchObject({
      field: 'own',
      text: '请确认该地址为本人所有',
    })
    expect(usdtOwnRules({ own: true })).toBeNull()
  })
  test('bank bind: the rules speak in their order', () => {
    inOrder(
      bankBindRules,
      {
        bank: '沙盒商业银行',
        bank_owner: '王五',
        bank_no: '62220000',
        bank_address: '13800138000',
        pay_pass: '888888',
      },
      [
        [{ bank_owner: '' }, '请输入姓名'],
        [{ bank: '' }, '请输入银行/机构'],
        [{ bank_address: '' }, '请输入开户行地址'],
        [{ bank_no: '' }, '请输人账户号码'],
        [{ pay_pass: '' }, '请输人支付密码'],
        [{ bank_no: '1234' }, '请输人正确的卡号长度'],
        [{ pay_pass: '12345' }, '请输人支付密码长度'],
      ],
    )
  })
  test('a new payment password has at most 18 characters, an old one may be longer', () => {
    expect(
      payPasswordRules({ old: '1'.repeat(25), next: '2'.repeat(18), confirm: '2'.repeat(18) }),
    ).toBeNull()
    expect(
      payPasswordRules({ old: '1'.repeat(25), next: '2'.repeat(19), confirm: '2'.repeat(19) }),
    ).toEqual({
      field: 'next',
      reason: 'register.pay_password_long',
      values: {},
      code: 400,
      text: '请输人支付密码长度',
    })
    expect(payPasswordRules({ old: '', next: '', confirm: '' })?.text).toBe('请输入旧密码')
  })
  test('password change: the rules speak in their order', () => {
    const text = (old: string, next: string, confirm: string) =>
      passwordRules({ old, next, confirm })?.text
    expect(text('', '', '')).toBe('请输入旧密码')
    expect(text('123', '', '')).toBe('请输入新密码')
    expect(text('123', '123', '')).toBe('请输入正确的旧密码长度')
    expect(text('123456', '123', '')).toBe('请输入正确的新密码长度')
    expect(text('123456', '123456', '')).toBe('请输入确认密码')
    expect(text('123456', '123456', '1')).toBe('两次密码不一致！')
    expect(text('123456', '123456', '123456')).toBe('新旧密码不能一致！')
    expect(text('123456', '654321', '654321')).toBeUndefined()
  })
  test('bank deposit: the rules speak in their order', () => {
    inOrder(
      bankDepositRules,
      { bank_owner: '王五', bank: '沙盒商业银行', bank_no: '6222', bank_address: '北京' },
      [
        [{ bank_owner: '' }, '请输入存款人姓名'],
        [{ bank: '' }, '请输入银行/机构类型'],
        [{ bank_no: '' }, '请输入账户号码'],
        [{ bank_address: '' }, '请输入开户行地址'],
      ],
    )
  })
  test.each([
    ['99.99', false],
    ['100', true],
    ['10000', true],
    ['10000.01', false],
    ['', false],
    ['abc', false],
  ])('deposit amount %j within 100-10000: %s', (amount, good) => {
    const broken = depositAmountRules(amount, { minFen: 100_00n, maxFen: 10_000_00n })
    expect(broken?.text).toBe(good ? undefined : '请输入金额在100-10000之间！')
  })
  test('withdrawal: card, amount, password', () => {
    const good = { bank: 1, amount: '100', password: 'x', tab: 2 as 1 | 2 }
    inOrder(withdrawRules, good, [
      [{ bank: 0 }, '请选择您要提现到的银行卡'],
      [{ amount: '99.99' }, '单笔取款不能低于100元'],
      [{ password: '' }, '请输入您的支付密码'],
    ])
    expect(withdrawRules({ ...good, amount: '299.99', leastFen: 300_00n })).toEqual({
      field: 'amount',
      reason: 'withdrawal.below_minimum',
      values: { min: '300' },
      code: 400,
      text: '单笔取款不能低于300元',
    })
    expect(withdrawRules({ ...good, bank: undefined, tab: 1 })?.text).toBe('请选择USDT地址')
  })
  test('transfer: same side, two venues, amount', () => {
    expect(transferRules({ sourcetype: 'FG', targettype: 'FG', amount: '' })?.text).toBe(
      '同平台不支持互转',
    )
    expect(transferRules({ sourcetype: 'FG', targettype: 'PP', amount: '' })?.text).toBe(
      '场馆内钱包不支持互转',
    )
    expect(transferRules({ sourcetype: 'FG', targettype: 'userbalance', amount: '' })?.text).toBe(
      '请输入操作金额！',
    )
    expect(
      transferRules({ sourcetype: 'FG', targettype: 'userbalance', amount: '0.01' }),
    ).toBeNull()
  })
})
