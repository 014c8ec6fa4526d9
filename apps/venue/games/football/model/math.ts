// The football of the sandbox in figures, for server and page; published.ts says the same with
// words. The teams are invented.

/** Strengths in hundredths of a goal. */
export type Strength = { name: string; attack: number; defence: number }

export const FOOTBALL_MATH = {
  model: 'football',
  teams: {
    yunhai: { name: '云海联', attack: 20, defence: 10 },
    chiyan: { name: '赤岩队', attack: 8, defence: -2 },
    beiling: { name: '北岭竞技', attack: 2, defence: 6 },
    nangang: { name: '南港城', attack: 12, defence: 2 },
    jinsui: { name: '金穗', attack: 34, defence: 24 },
    leiming: { name: '雷鸣谷', attack: -16, defence: -30 },
    cangyu: { name: '苍羽', attack: -16, defence: -14 },
    chenxi: { name: '晨曦', attack: 44, defence: 22 },
    canglang: { name: '沧浪', attack: 6, defence: -8 },
    qinglan: { name: '青岚', attack: -4, defence: 12 },
    tieguan: { name: '铁关', attack: -12, defence: 20 },
    bailu: { name: '白鹿', attack: 16, defence: -16 },
    xingdu: { name: '星渡', attack: 26, defence: -4 },
    wangchao: { name: '望潮', attack: -8, defence: -2 },
    luoxia: { name: '落霞', attack: 0, defence: 0 },
    xuanhe: { name: '玄鹤', attack: 10, defence: 14 },
  } as Record<string, Strength>,
  homeBase: 140,
  awayBase: 110,
  rhoHundredths: -5,
  maxGoals: 10,
  gridTotal: 1_000_000_000,
  secondsOfPlay: 5_400,
  minuteMs: 4_000,
  marginPerTenThousand: 10_556,
  acceptDelayMs: 2_000,
  takenLateMs: 200,
  closedAfterGoalMs: 6_000,
  leastReturnPerTenThousand: 8_500,
  rtp: '2500/2639',
} as const

export const PLAY_MINUTES = 90
