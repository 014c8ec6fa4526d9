import { FOOTBALL_MATH } from './math.ts'

const {
  model,
  teams,
  homeBase,
  awayBase,
  rhoHundredths,
  maxGoals,
  gridTotal,
  secondsOfPlay,
  minuteMs,
  marginPerTenThousand,
  acceptDelayMs,
  takenLateMs,
  closedAfterGoalMs,
  leastReturnPerTenThousand,
  rtp,
} = FOOTBALL_MATH

/**
 * The mathematics as published: the figures with what they mean, in this order. Pages, which count
 * every byte, hold the figures alone.
 */
export const FOOTBALL_PUBLISHED = {
  model,
  teams,
  lambda:
    'goals expected, in hundredths: home 140 + attack(home) - defence(away), away 110 + attack(away) - defence(home)',
  homeBase,
  awayBase,
  fixtures:
    'match n is game n mod 8 of matchday floor(n/8): the circle method over the teams in their order, the first one fixed; home and away swap when game + matchday mod 15 + floor(matchday/15) is odd',
  rhoHundredths,
  maxGoals,
  grid: 'Dixon-Coles: tau(h,a) x L^h/h! x M^a/a! for 0 to 10 goals each, divided by its sum, as whole numbers that add up to 10^9: floor of each running total in rows of home goals, less the one before',
  gridTotal,
  draw: 'the score is below(10^9) in the running totals of the grid; then below(5400) for each goal, the home goals first: the second of play it falls in',
  secondsOfPlay,
  minuteMs,
  inPlay:
    'when s of the 5400 seconds of play are over at x:y, the chance of h:a is in proportion to grid(h,a) C(h,x) C(a,y) ((5400-s)/5400)^(h-x+a-y); a goal of second n is known at ceil(n x 4000 / 60) ms',
  marginPerTenThousand,
  price:
    'floor to 0.01 of 1 / (q x 1.0556), q = won / (won + lost); level gives the stake back; a quarter line is two bets of half the stake; before the match q is that of s = 0; a price of minute m has the largest q of s = 60m to 60m + 64, which is every moment a ticket at this price is taken at, each selection its own',
  acceptDelayMs,
  takenLateMs,
  accepted:
    'during a match: at the price it was sent with, 2 s later, if the line is open then and the minute of its price is over since 0.2 s at most; so prices are those of the moment 2 s ahead, minute floor((t + 2 s) / 4 s); a price from before the match is good until it begins',
  closedAfterGoalMs,
  leastReturnPerTenThousand,
  closed:
    'for 6 s after a goal; while the q by which a selection of the line is priced is above 0.95; in a minute at some moment of which a selection of the line would return less than 0.85 of what is won or lost; at a price below 1.01 or above 100',
  handicap: 'before the match from 0:0, during it from the score at the bet',
  payout:
    'floor(stake x product of the returns of all selections), once per ticket; level and void return 1',
  validAmount: 'the stake; half of it when half won or half lost; 0 when level or void',
  rtp,
} as const

/**
 * What was published earlier, the oldest first. Matches are drawn and judged by all of it as they
 * are now, so those that were opened under it are played and verified to the end.
 */
export function mathsBefore(): object[] {
  const withoutFloor = beforeTheFloor()
  return [beforeWholeMinutes(withoutFloor), withoutFloor]
}

/** Before lines closed where the price of a minute returned too little at its worst moment. */
function beforeTheFloor() {
  const { leastReturnPerTenThousand: _, ...same } = FOOTBALL_PUBLISHED
  return {
    ...same,
    closed:
      'for 6 s after a goal; while the q by which a selection of the line is priced is above 0.95; at a price below 1.01 or above 100',
  }
}

/** Before prices covered their whole minute: they were those of its first moment. */
function beforeWholeMinutes(later: ReturnType<typeof beforeTheFloor>) {
  const { takenLateMs: _, ...same } = later
  return {
    ...same,
    inPlay:
      'after m whole minutes and x:y, the chance of h:a is in proportion to grid(h,a) C(h,x) C(a,y) ((90-m)/90)^(h-x+a-y)',
    price:
      'floor to 0.01 of 1 / (q x 1.0556), q = won / (won + lost); level gives the stake back; a quarter line is two bets of half the stake',
    accepted:
      'during a match: at the price it was sent with, 2 s later, if the line is open then; so prices are those of the moment 2 s ahead, minute floor((t + 2 s) / 4 s)',
    closed:
      'for 6 s after a goal; while a selection of the line has q > 0.95; at a price below 1.01 or above 100',
  }
}
