import {
  articleAdvert,
  lintAdvert,
  likeOffer,
  namedOffer,
  noticeAdvert,
  offerWordsIn,
  picturesIn,
  type Advert,
} from '@tianping/contract/adverts/rules'
import { expect, test } from 'vitest'

const words = {
  age: ['18+', ''],
  conditions: ['活动条件'],
  urgency: ['最后机会', ''],
  minors: ['学生'],
  offers: ['彩金', '红包', ''],
}
const good: Advert = {
  texts: [
    { field: 'title', label: '标题', html: '首存礼金' },
    { field: 'content', label: '内容', html: '仅限18+，<a href="/terms">活动条件</a>' },
  ],
  pictures: [],
  hasTerms: false,
}
const found = (change: Partial<Advert>) =>
  lintAdvert({ ...good, ...change }, words).map(({ rule, field }) => `${rule} ${field}`)
const content = (html: string) => ({
  texts: [good.texts[0]!, { field: 'content', label: '内容', html }],
})

test('an offer with a sign of age, its conditions and a link to them has no finding', () => {
  expect(found({})).toEqual([])
})

test('what is missing is told at the main text, which is not the title', () => {
  expect(found(content('来'))).toEqual(['age content', 'conditions content', 'terms content'])
  expect(found({ texts: [good.texts[0]!] })).toEqual([
    'age title',
    'conditions title',
    'terms title',
  ])
  expect(found({ texts: [] })).toEqual([])
})

test('words without a link do not link; the platform’s own rule beside the title is enough', () => {
  expect(found(content('18+ 活动条件'))).toEqual(['terms content'])
  expect(found({ ...content('18+'), hasTerms: true })).toEqual([])
  expect(found({ ...content('来'), hasTerms: true })).toEqual(['age content'])
})

test('signed pictures carry the sign of age, all of them', () => {
  const signed = { src: 'a.png', age: true, minors: true }
  expect(found({ ...content('来'), hasTerms: true, pictures: [signed] })).toEqual([])
  expect(
    found({ ...content('来'), hasTerms: true, pictures: [signed, { ...signed, age: false }] }),
  ).toEqual(['age content', 'picture_age picture'])
  expect(found({ pictures: [{ ...signed, minors: false }] })).toEqual(['picture_minors picture'])
})

test('a picture alone has no place for conditions', () => {
  const alone = { ...content(''), pictureOnly: true }
  expect(found(alone)).toEqual([])
  expect(found({ ...alone, hasTerms: true })).toEqual([])
})

test('words are found through markup, width and spaces, with eight characters around them', () => {
  const text = '一二三四五六七八九十<b>最 后&nbsp;机</b>会甲乙丙丁戊己庚辛壬癸'
  const findings = lintAdvert({ ...good, ...content(`18+<a href="/t">活动条件</a>${text}`) }, words)
  expect(findings).toEqual([
    {
      rule: 'urgency',
      field: 'content',
      label: '内容',
      place: '三四五六七八九十最后机会甲乙丙丁戊己庚辛',
    },
  ])
  const first = lintAdvert({ ...good, ...content('学生18+<a href="/t">活动条件</a>') }, words)
  expect(first.map(({ place }) => place)).toEqual(['学生18+活动条件'])
  expect(found(content('１８＋<a href="/t">活动&#43;条件</a>'))).toEqual([
    'conditions content',
    'terms content',
  ])
})

test('each picture of a text once', () => {
  expect(picturesIn('<img src="a"><p><IMG alt="x" src="b"><img src="a">')).toEqual(['a', 'b'])
})

test('a letter of service reads like an offer by its words, whatever stands between their letters', () => {
  expect(offerWordsIn(['提款到账', '<p>您的提款已到账</p>'], words)).toEqual([])
  expect(offerWordsIn(['领红<b>包</b>', '<p>彩\u200b 金</p>'], words)).toEqual(['彩金', '红包'])
  expect(likeOffer([])).toBe('')
  expect(likeOffer(['彩金', '红包'])).toBe('标为服务，文中有优惠用语：彩金、红包')
})

test('a name and a note are looked through for words alone, markup in them is text', () => {
  const of = (name: string, note: string) =>
    lintAdvert(namedOffer(name, note), words).map(({ rule, field }) => `${rule} ${field}`)
  expect(of('周末乐', '')).toEqual([])
  expect(of('最<b>后机会', '学生专享')).toEqual(['minors note'])
  expect(of('最后机会', '')).toEqual(['urgency name'])
})

test('a notice and an article without words of offers are looked through for claims alone', () => {
  const of = (advert: Advert) =>
    lintAdvert(advert, words).map(({ rule, field }) => `${rule} ${field}`)
  expect(of(noticeAdvert('学生不得开户'))).toEqual([])
  expect(of(noticeAdvert('最后机会'))).toEqual(['urgency content'])
  expect(of(noticeAdvert('学生领红包'))).toEqual([
    'age content',
    'conditions content',
    'minors content',
  ])
  expect(of(noticeAdvert('红<i>包18+活动条件'))).toEqual([])
  const picture = '<img src="a.png" alt="红包">'
  const article = (title: string, html: string, type = 7) => {
    const { pictures, ...advert } = articleAdvert(type, title, html)
    return of({ ...advert, pictures: pictures.map(src => ({ src, age: false, minors: true })) })
  }
  expect(article('学生', '<img src="a.png">')).toEqual([])
  expect(article('领红包', '<p>18+</p>')).toEqual(['conditions content', 'terms content'])
  expect(article('公告', picture)).toEqual([
    'age content',
    'conditions content',
    'terms content',
    'picture_age picture',
  ])
  expect(article('红包', '<p>18+</p>', 5), 'the terms themselves').toEqual([])
})
