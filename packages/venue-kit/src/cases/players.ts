import type { Case } from '../case.ts'
import { hold, refused, same } from '../subject.ts'

const section = '5 Calls'

export const players: Case[] = [
  {
    id: 'player-twice',
    rule: 'putPlayer creates once and renames afterwards',
    section,
    run: async at => {
      const player = at.name('p')
      const asked = { player, nickname: '一号', currency: 'CNY' }
      same((await at.data('putPlayer', asked)).created, true, 'created, the first time')
      const again = await at.data('putPlayer', { ...asked, nickname: '二号' })
      same([again.created, again.nickname], [false, '二号'], 'created and nickname')
    },
  },
  {
    id: 'player-malformed',
    rule: 'what is malformed is refused with 2000',
    section,
    run: async at => {
      const good = { player: at.name('p'), nickname: '一号', currency: 'CNY' }
      const wrong = [
        { ...good, currency: 'USD' },
        { ...good, nickname: '' },
        { ...good, nickname: 'x'.repeat(41) },
        { ...good, nickname: 'a\u0007b' },
        { ...good, player: 'a b' },
        { ...good, player: 'x'.repeat(41) },
      ]
      for (const each of wrong) refused(await at.ask('putPlayer', each), [2000])
      refused(await at.ask('balance', { player: good.player }), [2001])
    },
  },
  {
    id: 'unknown-fields',
    rule: 'unknown fields are ignored',
    section: '1 Addresses',
    run: async at => {
      const asked = { player: at.name('p'), nickname: '一号', currency: 'CNY', colour: 'red' }
      await at.data('putPlayer', asked)
    },
  },
  {
    id: 'body-truncated',
    rule: 'half of a JSON body is refused with 2000, though it is signed',
    section: '3 Answers',
    run: async at => {
      const player = await at.player()
      const body = { ref: at.name('t'), player, direction: 'IN', amount: 500 }
      const raw = JSON.stringify(body).slice(0, 40)
      refused(await at.ask('transfer', body, { raw }), [2000])
      same(await at.balance(player), 0, 'the balance')
    },
  },
  {
    id: 'balance',
    rule: 'a balance has a version that counts up with every change',
    section,
    run: async at => {
      const player = await at.player()
      const before = await at.data('balance', { player })
      await at.moveIn(player, 700)
      const after = await at.data('balance', { player })
      same(Number(after.available), 700, 'available')
      hold(after.version > before.version, 'the version is higher after a transfer')
      refused(await at.ask('balance', { player: at.name('nobody') }), [2001])
    },
  },
  {
    id: 'balances',
    rule: 'balances names whom it does not know, and stops nobody else',
    section,
    run: async at => {
      const [known, unknown] = [await at.player(300), at.name('nobody')]
      const { items, unknown: named } = await at.data('balances', { players: [unknown, known] })
      same([items.length, Number(items[0]?.available), named], [1, 300, [unknown]], 'the answer')
      refused(await at.ask('balances', { players: [] }), [2000])
      refused(await at.ask('balances', { players: Array(101).fill(known) }), [2000])
    },
  },
]
