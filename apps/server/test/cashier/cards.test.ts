import { rows, sql } from '@tianping/database'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addCard } from '../../src/areas/cards/member/bindcard.ts'
import { membersSharingNumbers } from '../../src/areas/cards/store/card.sql.ts'
import { openNumber } from '../../src/kernel/cardNumber.ts'
import { bankCard, bind, ETHER, give, openCashier, TRON, usdtAddress } from './support.ts'

const { site, owner, clock } = await openCashier()
type Cards = { id: number; bank: string; bank_owner: string; bank_no: string; ico: string }[]
const cardsOf = async (token: string, type: number) =>
  (await site.call<Cards>('POST /api/getcard', { type }, { token })).data

describe('binding a card', () => {
  test('a bank card and a USDT address stand in the list of their type, masked to the last four', async () => {
    const { token } = await site.member()
    await bind(site, token, bankCard('6222 0200 1111 2222'))
    await bind(site, token, usdtAddress())
    expect(await cardsOf(token, 1)).toMatchObject([
      {
        bank: '沙盒商业银行',
        bank_owner: '测试员',
        bank_no: '************2222',
        ico: '/art/bank-1.svg',
      },
    ])
    expect(await cardsOf(token, 2)).toMatchObject([
      { bank: 'USDT', bank_owner: 'TRC20', bank_no: `************${TRON.slice(-4)}` },
    ])
  })

  test.each([
    ['请输入姓名', { bank_owner: '' }],
    ['请输入银行/机构', { bank: '' }],
    ['请输入开户行地址', { bank_address: '' }],
    ['请输人账户号码', { bank_no: '' }],
    ['请输人支付密码', { pay_pass: '' }],
    ['请输人正确的卡号长度', { bank_no: '1234' }],
    ['请输人支付密码长度', { pay_pass: '12345' }],
    ['暂不支持该银行/机构', { bank: '没有这家银行' }],
    ['请输人正确的卡号长度', { bank_no: '<script>1</script>' }],
  ])('%s', async (message, change) => {
    const { token } = await site.member()
    expect(
      await site.call('POST /api/bindcard', { ...bankCard(), ...change }, { token }),
    ).toMatchObject({ code: 400, message })
  })

  test.each([
    ['请输入USDT地址', { bank_no: '' }],
    ['请选择钱包协议', { bank_owner: 'OMNI' }],
    ['请输人支付密码', { pay_pass: '' }],
    ['TRC20地址应以T开头，共34位', { bank_no: ETHER }],
  ])('%s', async (message, change) => {
    const { token } = await site.member()
    expect(
      await site.call('POST /api/bindcard', { ...usdtAddress(), ...change }, { token }),
    ).toMatchObject({ code: 400, message })
  })

  test('five of a kind are the most, whatever comes at the same time; the texts are the documents’', async () => {
    const { token } = await site.member()
    const banks = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        site.call('POST /api/bindcard', bankCard(`62220200000000${10 + i}`), { token }),
      ),
    )
    expect(banks.filter(answer => answer.code === 200)).toHaveLength(5)
    expect(
      new Set(banks.filter(answer => answer.code !== 200).map(answer => answer.message)),
    ).toEqual(new Set(['最多支持添加5张卡片']))
    const hex = (i: number) => `0x${String(i).padStart(40, '0')}`
    const addresses = await Promise.all(
      Array.from({ length: 7 }, (_, i) =>
        site.call('POST /api/bindcard', usdtAddress(hex(i), 'ERC20'), { token }),
      ),
    )
    expect(addresses.filter(answer => answer.code === 200)).toHaveLength(5)
    expect(addresses.find(answer => answer.code !== 200)?.message).toBe('最多支持添加5个地址')
    expect(await cardsOf(token, 1)).toHaveLength(5)
    expect(await cardsOf(token, 2)).toHaveLength(5)
  })

  test('of cards that are added in the same moment, passwords checked, no more than five get in', async () => {
    const { memberId } = await site.member()
    const context = { ...site.services, member: { memberId }, caller: { host: '' }, body: {} }
    const added = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) =>
        addCard(context, {
          memberId,
          kind: 1,
          bank: '沙盒商业银行',
          bankOwner: '测试员',
          phone: Buffer.alloc(0),
          numberSealed: Buffer.from('x'),
          holderConfirmed: false,
          address: '',
          numberTail: '0000',
          numberDigests: [createHash('sha256').update(String(i)).digest()],
          actionKey: `race-${i}`,
          device: '',
          now: clock.now(),
        }),
      ),
    )
    expect(added.filter(each => each.status === 'fulfilled')).toHaveLength(5)
  })

  test('the same number twice is refused, also written otherwise', async () => {
    const { token } = await site.member()
    await bind(site, token, bankCard('6222020099990000'))
    expect(
      (await site.call('POST /api/bindcard', bankCard('6222-0200-9999-0000'), { token })).message,
    ).toBe('该卡号已绑定，请勿重复添加')
    await bind(site, token, usdtAddress(ETHER, 'ERC20'))
    expect(
      (await site.call('POST /api/bindcard', usdtAddress(ETHER.toLowerCase(), 'ERC20'), { token }))
        .message,
    ).toBe('该地址已绑定，请勿重复添加')
  })

  test('a repeated action with the same key binds one card', async () => {
    const { token } = await site.member()
    const again = () => site.call('POST /api/bindcard', bankCard(), { token, key: 'bind-once-1' })
    expect((await Promise.all([again(), again(), again()])).map(answer => answer.code)).toEqual([
      200, 200, 200,
    ])
    expect(await cardsOf(token, 1)).toHaveLength(1)
  })

  test('the same number bound by another member is allowed, and risk can see it', async () => {
    const [one, two] = [await site.member(), await site.member()]
    await bind(site, one.token, bankCard('6222020077770000'))
    await bind(site, two.token, bankCard('6222020077770000'))
    expect(await membersSharingNumbers(site.services.db, one.memberId, 10)).toEqual([
      { memberId: two.memberId, name: two.name },
    ])
  })

  test('a number is sealed at rest, for its member only', async () => {
    const { token, memberId } = await site.member()
    await bind(site, token, bankCard('6222020055551234'))
    const [stored] = await rows(
      owner,
      sql<{ sealed: Buffer; text: string }>`
      select number_sealed as sealed, card::text as text from card where member_id = ${memberId}`,
    )
    expect(stored!.text).not.toContain('622202')
    const { cardKey } = site.services.settings
    expect(openNumber(cardKey, memberId, stored!.sealed)).toBe('6222020055551234')
    expect(() => openNumber(cardKey, memberId + 1n, stored!.sealed)).toThrow()
    expect(() =>
      openNumber(['another-key-of-32-characters-at-least'], memberId, stored!.sealed),
    ).toThrow()
  })
})

describe('the payment password', () => {
  test('five wrong in a row lock it for half an hour, and the right one is refused meanwhile', async () => {
    const { token } = await site.member()
    const tryWith = (pay_pass: string, no: string) =>
      site.call<{ rule: string; left: number }>(
        'POST /api/bindcard',
        { ...bankCard(no), pay_pass },
        { token },
      )
    for (const left of [4, 3, 2, 1]) {
      expect(await tryWith('000000', '6222020000000001')).toMatchObject({
        code: 400,
        message: `支付密码错误，还可尝试${left}次`,
        data: { left },
      })
    }
    expect((await tryWith('000000', '6222020000000001')).message).toBe(
      '支付密码连续输错5次，已锁定，请30分钟后再试',
    )
    expect((await tryWith('888888', '6222020000000001')).data.rule).toBe('pay_password_locked')
    clock.advance(29 * 60_000)
    expect((await tryWith('888888', '6222020000000001')).message).toBe(
      '支付密码连续输错5次，已锁定，请1分钟后再试',
    )
    clock.advance(60_000)
    expect((await tryWith('888888', '6222020000000001')).code).toBe(200)
  })

  test('a right one starts the count anew', async () => {
    const { token } = await site.member()
    const tryWith = (pay_pass: string, no: string) =>
      site.call('POST /api/bindcard', { ...bankCard(no), pay_pass }, { token })
    for (let i = 0; i < 4; i++) await tryWith('000000', '6222020000000001')
    expect((await tryWith('888888', '6222020000000001')).code).toBe(200)
    expect((await tryWith('000000', '6222020000000002')).message).toBe('支付密码错误，还可尝试4次')
  })

  test('many guesses at the same time are not more than five guesses', async () => {
    const { token } = await site.member()
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        site.call<{ rule: string }>(
          'POST /api/bindcard',
          { ...bankCard(`62220200000000${10 + i}`), pay_pass: `00000${i}` },
          { token },
        ),
      ),
    )
    expect(guesses.filter(answer => answer.data.rule === 'pay_password')).toHaveLength(4)
    expect(guesses.filter(answer => answer.data.rule === 'pay_password_locked')).toHaveLength(12)
  })
})

describe('unbinding a card', () => {
  test('removes it, and makes room for another', async () => {
    const { token } = await site.member()
    const id = await bind(site, token)
    expect(await site.call('POST /api/delcard', { id }, { token })).toMatchObject({
      code: 200,
      message: '解绑成功',
    })
    expect(await cardsOf(token, 1)).toEqual([])
    expect((await site.call('POST /api/bindcard', bankCard(), { token })).code).toBe(200)
  })

  test('another member’s card is no card', async () => {
    const [one, two] = [await site.member(), await site.member()]
    const id = await bind(site, one.token)
    expect(await site.call('POST /api/delcard', { id }, { token: two.token })).toMatchObject({
      code: 400,
      message: '该卡片不存在或已解绑',
    })
    expect(await cardsOf(one.token, 1)).toHaveLength(1)
  })

  test('is refused while a withdrawal is to be paid to it', async () => {
    const { token, memberId } = await site.member()
    const id = await bind(site, token)
    await give(site, memberId, 500_00n)
    const asked = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 200, bank: id, password: '888888' },
      { token },
    )
    expect(await site.call('POST /api/delcard', { id }, { token })).toMatchObject({
      code: 400,
      message: '该卡片有取款正在处理，暂不能解绑',
      data: { out_trade_no: asked.data.out_trade_no },
    })
    expect(await cardsOf(token, 1)).toHaveLength(1)
  })
})

test('banks to choose from come in their order, with pictures', async () => {
  const { token } = await site.member()
  const { data } = await site.call<{ bank_name: string; ico: string }[]>(
    'POST /api/banklist',
    {},
    { token },
  )
  expect(data.map(bank => bank.bank_name)).toContain('支付宝')
  expect(data.every(bank => bank.ico.startsWith('/art/bank-'))).toBe(true)
})
