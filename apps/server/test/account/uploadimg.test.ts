import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, type Answered } from '../support/site.ts'

const { url } = await freshDatabase('server')
const site = await openTestSite(url)

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } })
const png = (width = 40, height = 60) => picture(width, height).png().toBuffer()
const gif = () => picture(30, 30).gif().toBuffer()

async function upload(
  token: string,
  bytes: Buffer,
  { filename = 'a.png', type = 'image/png', field = 'file' } = {},
) {
  const boundary = 'x'.repeat(20)
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/uploadimg',
    payload,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization: `Bearer ${token}`,
    },
  })
  return answer.json<Answered<{ avatar: string } | null>>()
}
const fetchAvatar = (path: string) => site.app.inject({ method: 'GET', url: path })

describe('avatar types gif and png', () => {
  test.each([
    ['png', png, 'me.png'],
    ['gif', gif, 'me.gif'],
    ['a png by its content, whatever its name and type say', png, 'me.html'],
  ])(
    '%s becomes a square WebP of 256 that the user object names',
    async (_what, make, filename) => {
      const { token } = await site.member()
      const answer = await upload(token, await make(), {
        filename,
        type: filename.endsWith('html') ? 'text/html' : 'image/png',
      })
      expect(answer).toMatchObject({
        code: 200,
        message: '上传成功',
        data: { avatar: expect.stringMatching(/^\/avatar\/[0-9a-f]{32}\.webp$/) as string },
      })
      expect(
        (await site.call<{ avatar: string }>('POST /api/user', {}, { token })).data.avatar,
      ).toBe(answer.data!.avatar)
      const served = await fetchAvatar(answer.data!.avatar)
      expect(served.statusCode).toBe(200)
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 256,
        height: 256,
      })
    },
  )
  test.each([
    ['a jpeg called .png', async () => picture(20, 20).jpeg().toBuffer()],
    ['a webp', async () => picture(20, 20).webp().toBuffer()],
    [
      'an svg with a script',
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['html', async () => Buffer.from('<html><script>alert(1)</script></html>')],
  ])('%s is refused', async (_what, make) => {
    const { token } = await site.member()
    expect(await upload(token, await make())).toMatchObject({
      code: 400,
      message: '仅支持gif和png格式的图片',
    })
    expect((await site.call<{ avatar: string }>('POST /api/user', {}, { token })).data.avatar).toBe(
      '',
    )
  })
  test.each([
    [
      'the signature of a png and nothing behind it',
      async () =>
        Buffer.concat([
          Buffer.from('89504e470d0a1a0a', 'hex'),
          Buffer.from('<script>alert(1)</script>'),
        ]),
    ],
    [
      'the signature of a gif before HTML',
      async () => Buffer.from('GIF89a<script>alert(1)</script>'),
    ],
    [
      'a png cut in the middle',
      async () => {
        const whole = await sharp({
          create: {
            width: 300,
            height: 300,
            channels: 3,
            background: '#000',
            noise: { type: 'gaussian', mean: 120, sigma: 40 },
          },
        })
          .png()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    ],
  ])('%s cannot be decoded and is refused', async (_what, make) => {
    const { token } = await site.member()
    expect(await upload(token, await make())).toMatchObject({
      code: 400,
      message: '图片无法识别，请更换一张',
    })
  })
  test('what hides behind the pixels is not kept: neither metadata nor what follows the picture', async () => {
    const { token } = await site.member()
    const spiked = Buffer.concat([
      await picture(20, 20)
        .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
        .png()
        .toBuffer(),
      Buffer.from('<script>SECRET-SCRIPT</script>'),
    ])
    const { data } = await upload(token, spiked)
    const served = (await fetchAvatar(data!.avatar)).rawPayload.toString('latin1')
    expect(served).not.toMatch(/SECRET/)
  })
})

describe('limits', () => {
  test('2 MB at most', async () => {
    const { token } = await site.member()
    expect(
      await upload(token, Buffer.concat([await png(), Buffer.alloc(2 * 1024 * 1024)])),
    ).toMatchObject({ code: 413, message: '图片不能超过2MB' })
  })
  test('a small file that unfolds into a huge picture is refused before it is decoded', async () => {
    const { token } = await site.member()
    const tall = await sharp({
      create: { width: 4, height: 4_097, channels: 3, background: '#000' },
    })
      .png()
      .toBuffer()
    expect(await upload(token, tall)).toMatchObject({
      code: 400,
      message: '图片边长不能超过4096像素',
      data: { max_side: 4_096 },
    })
    const bomb = Buffer.from(await png(8, 8))
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect((await upload(token, bomb)).code).toBe(400)
  })
  test('no file, another field, no session', async () => {
    const { token } = await site.member()
    expect(await site.call('POST /api/uploadimg', {}, { token })).toMatchObject({
      code: 400,
      message: '请选择图片',
    })
    expect(await upload(token, await png(), { field: 'other' })).toMatchObject({
      message: '请选择图片',
    })
    expect((await upload('0'.repeat(64), await png())).code).toBe(401)
  })
  test('twenty an hour', async () => {
    const { token } = await site.member()
    const bytes = await png(2, 2)
    const codes = []
    for (let n = 0; n < 21; n++) codes.push((await upload(token, bytes)).code)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})

describe('an avatar is served as a picture and never as anything else', () => {
  test('with strict headers, and only by its whole opaque name', async () => {
    const { token } = await site.member()
    const { data } = await upload(token, await png())
    const served = await fetchAvatar(data!.avatar)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const path of [
      data!.avatar.replace('.webp', '.html'),
      data!.avatar.replace('.webp', ''),
      '/avatar/100001.webp',
      `/avatar/${'0'.repeat(32)}.webp`,
      '/avatar/..%2f..%2fetc%2fpasswd',
    ]) {
      expect((await fetchAvatar(path)).statusCode, path).toBe(404)
    }
  })
  test('a new one takes a new name, and the old one is gone', async () => {
    const { token } = await site.member()
    const first = (await upload(token, await png())).data!.avatar
    const second = (await upload(token, await gif())).data!.avatar
    expect(second).not.toBe(first)
    expect([(await fetchAvatar(first)).statusCode, (await fetchAvatar(second)).statusCode]).toEqual(
      [404, 200],
    )
  })
})
