/** What the texts and pictures of an offer are looked through for, in the order they are told. */
export const advertRules = {
  age: '没有适龄标志',
  conditions: '没有主要条件',
  terms: '没有条款链接',
  urgency: '催促或保证性的用语',
  minors: '可能吸引未成年人',
  picture_age: '图片未声明已有适龄标志',
  picture_minors: '图片未声明不吸引未成年人',
} as const
export type AdvertRule = keyof typeof advertRules

/** What follows from a finding. */
export const advertModes = {
  off: '不检查',
  warn: '提示，说明理由后可保存',
  refuse: '不得发布',
} as const
export type AdvertMode = keyof typeof advertModes

/** The words of a first installation; a site changes them as its rule. */
export const advertWords = {
  age: ['18+', '18岁', '18周岁', '未成年人禁止', '未成年人不得'],
  conditions: ['主要条件', '活动条件', '参与条件', '活动规则', '适用条件', '条款'],
  urgency: [
    '最后机会',
    '最后一天',
    '仅限今天',
    '仅剩',
    '马上抢',
    '立即抢',
    '赶快',
    '抓紧',
    '速来',
    '手慢无',
    '错过不再',
    '错过等一年',
    '倒计时',
    '过期不候',
    '稳赚',
    '必赢',
    '包赢',
    '零风险',
    '无风险',
    '回本',
  ],
  minors: [
    '儿童',
    '小朋友',
    '宝宝',
    '小学生',
    '中学生',
    '学生',
    '校园',
    '开学',
    '暑假',
    '寒假',
    '六一',
    '压岁钱',
    '零花钱',
    '动漫',
    '卡通',
    '奥特曼',
    '皮卡丘',
    '喜羊羊',
    '糖果',
  ],
} as const
