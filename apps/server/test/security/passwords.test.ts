// A password is what was typed: as long, with the same letters, spaces and signs.
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite } from '../support/site.ts'

const { url } = await freshDatabase('server')
const site = await openTestSite(url)

const form = (name: string, password: string) => ({
  name,
  password,
  confirmPass: password,
  paypassword: '739251',
  realname: '张三',
  code: 'x',
  pid: '',
})

test.each([
  ['of 72 characters', 'longpass', 'Long-Pass-0123456789 '.repeat(4).slice(0, 72)],
  ['of signs and spaces', 'signpass', ' !"§$%&/()=?`´ '],
  ['of Chinese characters', 'hanzipass', '正确的马电池订书钉'],
])('a password %s is taken, and nothing but exactly this', async (_what, name, password) => {
  expect((await site.call('POST /api/register', form(name, password))).code).toBe(200)
  const logIn = async (typed: string) =>
    (await site.call('POST /api/login', { name, password: typed, code: 'x' })).code
  expect(await logIn(password)).toBe(200)
  const others = [password.slice(0, -1), password.toUpperCase(), password.trim(), `${password} `]
  for (const other of others.filter(each => each !== password))
    expect(await logIn(other), JSON.stringify(other)).not.toBe(200)
})
