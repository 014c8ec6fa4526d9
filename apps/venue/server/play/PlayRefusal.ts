/** The refusals a game page may get beside the protocol's own codes. */
export const PLAY_ERRORS = {
  2000: { status: 400, message: '请求有误' },
  2002: { status: 409, message: '账户已锁定，请返回大厅' },
  2003: { status: 409, message: '余额不足' },
  2004: { status: 409, message: '同一注单号不能用于不同的下注' },
  2006: { status: 400, message: '注额不在可选范围内' },
  2404: { status: 404, message: '没有这张注单' },
  3001: { status: 404, message: '没有这个游戏' },
  3002: { status: 409, message: '游戏维护中' },
  4001: { status: 410, message: '入场链接已使用或已过期' },
  4002: { status: 401, message: '本次游戏已结束' },
  4101: { status: 409, message: '请先回应时间提醒' },
  4102: { status: 409, message: '已达到本次净亏限额' },
  4103: { status: 409, message: '每转至少 2.5 秒' },
  4104: { status: 409, message: '免费旋转还没有转完' },
  4105: { status: 409, message: '免费旋转进行中，转完后再换种子' },
  4106: { status: 409, message: '已到结束时间，不再接受下注' },
  4107: { status: 409, message: '已达到本次投注限额' },
  4108: { status: 409, message: '两局之间间隔太短，请稍候再下注' },
  4109: { status: 409, message: '超过每转注额上限' },
  4110: { status: 409, message: '超过进入游戏时允许转入的金额' },
  4111: { status: 409, message: '赠送旋转已用完或已到期' },
  4201: { status: 409, message: '本期已封盘' },
  4202: { status: 409, message: '这一期还没有开放' },
  4203: { status: 409, message: '超过单期注额上限' },
  4301: { status: 409, message: '盘口暂停，请稍候' },
  4302: { status: 409, message: '这场比赛不再接受投注' },
  4303: { status: 409, message: '赔率已变动，请确认新赔率' },
  4304: { status: 409, message: '同一场比赛不能串关' },
  4305: { status: 409, message: '超过单张最高返还 200,000.00 元' },
  4306: { status: 409, message: '超过单场注额上限 20,000.00 元' },
  4307: { status: 409, message: '这张注单已过期，没有成立，未扣注额' },
  4290: { status: 429, message: '操作太快，请稍后再试' },
  5000: { status: 500, message: '服务器繁忙' },
  5003: { status: 503, message: '维护中' },
} as const

export type PlayErrorCode = keyof typeof PLAY_ERRORS

export class PlayRefusal extends Error {
  readonly code: PlayErrorCode
  constructor(code: PlayErrorCode) {
    super(PLAY_ERRORS[code].message)
    this.name = 'PlayRefusal'
    this.code = code
  }
}
