import { expect, test } from 'vitest'
import { refusalOf } from '../../src/app/avatar/avatar.ts'

const file = (head: number[], size = 100) =>
  new Blob([new Uint8Array(head), new Uint8Array(size - head.length)])
const gif = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]
const png = [0x89, 0x50, 0x4e, 0x47]

test('gif and png are taken, by what they are and not by what they are called', async () => {
  expect(await refusalOf(file(gif))).toBeNull()
  expect(await refusalOf(file(png))).toBeNull()
  const jpegCalledPng = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'me.png', {
    type: 'image/png',
  })
  expect(await refusalOf(jpegCalledPng)).toBe('头像仅支持 GIF 或 PNG 图片')
  expect(await refusalOf(new Blob(['<svg/>']))).toBe('头像仅支持 GIF 或 PNG 图片')
  expect(await refusalOf(new Blob([]))).toBe('头像仅支持 GIF 或 PNG 图片')
})

test('a picture of more than 2 MB is refused before it is sent', async () => {
  expect(await refusalOf(file(png, 2 * 1024 * 1024))).toBeNull()
  expect(await refusalOf(file(png, 2 * 1024 * 1024 + 1))).toBe('图片不能超过2MB')
})
