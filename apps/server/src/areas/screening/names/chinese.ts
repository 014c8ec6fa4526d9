// Chinese names: simplified characters, the surname, and how both are read.
import { pinyin, polyphonic } from 'pinyin-pro'

/** Traditional characters of names, each followed by the simplified one. */
const TRADITIONAL =
  '張张陳陈劉刘黃黄吳吴趙赵鄭郑馬马孫孙楊杨許许鄧邓馮冯韓韩蕭萧葉叶呂吕蘇苏盧卢蔣蒋賈贾鍾钟譚谭陸陆範范韋韦鄒邹龍龙萬万錢钱嚴严賴赖龔龚龐庞樊樊歐欧莊庄聶聂魯鲁華华偉伟強强國国軍军東东輝辉麗丽傑杰飛飞紅红蘭兰鵬鹏濤涛麟麟寶宝慶庆榮荣貴贵義义鳳凤瑩莹穎颖靜静潔洁曉晓豐丰興兴維维達达遠远祥祥勝胜陽阳夢梦雲云樂乐學学愛爱衛卫廣广鐵铁銀银鑫鑫鋒锋劍剑鴻鸿齊齐聰聪長长開开順顺燦灿蓮莲霞霞瓊琼賢贤純纯綺绮寧宁倫伦諾诺謙谦誠诚詠咏訓训識识賓宾費费賀贺輔辅農农連连進进運运鈞钧鎮镇閔闵關关雙双靈灵韻韵頌颂顏颜顧顾騰腾驍骁鄺邝盧卢喬乔將将壽寿婭娅嫻娴嬌娇巖岩崗岗嶺岭師师幹干應应懷怀數数條条棟栋業业樹树橋桥權权歡欢氣气決决沖冲淵渊漢汉潤润澤泽瀾澜煒炜熾炽爾尔獻献瑋玮環环畢毕畫画發发盡尽禮礼種种穩稳築筑紀纪約约紹绍經经綱纲緒绪緯纬縣县總总繼继續续羅罗習习聖圣聞闻聲声職职脈脉腦脑膽胆與与艷艳藝艺蘊蕴處处號号虛虚裝装見见觀观觉觉計计設设評评試试詩诗話话該该詳详語语說说課课調调談谈請请論论諸诸謀谋謝谢講讲譯译議议護护讀读變变讓让'
const SIMPLE = new Map<string, string>()
{
  const letters = [...TRADITIONAL]
  for (let at = 0; at + 1 < letters.length; at += 2)
    SIMPLE.set(letters[at] ?? '', letters[at + 1] ?? '')
}

/** Surnames of two characters. */
const LONG_SURNAMES = new Set(
  '欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 司徒 令狐 长孙 宇文 夏侯 端木 呼延 南宫 轩辕 独孤 单于 申屠 闻人 澹台 淳于 公羊 赫连 钟离 宗政 濮阳 太史 公冶 万俟 拓跋 完颜 叶赫 那拉'.split(
    ' ',
  ),
)

/** Surnames as pinyin writes them. */
const SURNAMES = new Set(
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu lv ding ren yao shen zhong cui tan fan jin liao shi jia fu fang zou xiong bai meng qin qiu hou yin xue yan lei long tao duan hao gu mao wan qian dai kong shao kang xing tong ou ouyang situ shangguan zhuge sima nie an niu xia yi chang wen lai jian gong pang'.split(
    ' ',
  ),
)

/** Surnames as Taiwan, Hong Kong and South-East Asia write them, each with its pinyin. */
const ELSEWHERE: Readonly<Record<string, string[]>> = Object.fromEntries(
  'cheung:zhang chang:zhang chan:chen tan:chen wong:wang,huang lyu:lu lv:lu lee:li lau:liu low:liu ng:wu goh:wu cheng:zheng tay:zheng lam:lin lim:lin hsu:xu hui:xu tsui:xu choi:cai tsai:cai chua:cai chow:zhou chou:zhou hsieh:xie tse:xie chiu:zhao chao:zhao kwok:guo kuo:guo quek:guo yip:ye yeh:ye ho:he tang:deng teng:deng yeung:yang leung:liang neo:liang lo:luo law:luo loh:luo sung:song soong:song chiang:jiang keung:jiang tsao:cao chien:qian suen:sun chu:zhu choo:zhu woo:hu kao:gao ko:gao hsiao:xiao siu:xiao tsang:zeng tseng:zeng poon:pan fung:feng mok:mo szeto:situ kwan:guan au:ou'
    .split(' ')
    .map(each => each.split(':') as [string, string])
    .map(([written, read]) => [written, read.split(',')]),
)

const SYLLABLES =
  /^(?:a|o|e|ai|ei|ao|ou|an|en|ang|eng|er|(?:[bpmf]|[dtnl]|[gkh]|[zcs]h?|r)(?:a|o|e|i|u|ai|ei|ao|ou|an|en|ang|eng|ong|uo|ua|ui|uai|uan|un|uang|in|ing|ie|iao|ian|iu|ia|iang|ue)|[jqx](?:i|u|ia|ie|iao|iu|ian|in|iang|ing|iong|ue|uan|un)|y(?:a|e|i|o|u|ao|ou|an|in|ang|ing|ong|ue|uan|un)|w(?:a|o|u|ai|ei|an|en|ang|eng))+$/

const MOST_READINGS = 6

export const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)
export const simplified = (text: string): string =>
  [...text].map(letter => SIMPLE.get(letter) ?? letter).join('')

export const isPinyin = (token: string): boolean => SYLLABLES.test(token)
export const isSurname = (token: string): boolean => SURNAMES.has(token)
/** What the surname may be in pinyin that is written so elsewhere. */
export const pinyinOfSurname = (token: string): readonly string[] =>
  Object.hasOwn(ELSEWHERE, token) ? (ELSEWHERE[token] ?? []) : []

const plain = (reading: string) =>
  reading
    .replaceAll('v', 'u')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

/** The readings of a run of characters that is no surname, the usual one first, at most so many. */
function readingsOf(characters: string): string[] {
  const each = polyphonic(characters, { toneType: 'none', type: 'array' }).map(readings => [
    ...new Set(readings.map(plain)),
  ])
  const usual = pinyin(characters, { toneType: 'none', type: 'array' }).map(plain)
  let joined = ['']
  each.forEach((readings, at) => {
    const first = usual[at] ?? ''
    const ordered = [first, ...readings.filter(other => other !== first)].slice(0, 2)
    joined = joined.flatMap(before => ordered.map(reading => before + reading))
  })
  return joined.slice(0, MOST_READINGS)
}

/**
 * The tokens of a Chinese name, surname first: one list for each way to read it. A run without a
 * surname (a part of a name with dots) is one token.
 */
export function readingsOfName(han: string): string[][] {
  const letters = [...han]
  const cut = letters.length > 2 && LONG_SURNAMES.has(letters.slice(0, 2).join('')) ? 2 : 1
  const surname = pinyin(han, { toneType: 'none', type: 'array', surname: 'head' })
    .slice(0, cut)
    .map(plain)
    .join('')
  const given = letters.slice(cut).join('')
  if (given === '') return [[surname]]
  return readingsOf(given).map(reading => [surname, reading])
}
