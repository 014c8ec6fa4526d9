/**
 * Whole years from a birthday to a day, both of Beijing; who was born on 29 February ages on 1
 * March.
 */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) >= birthday.slice(5) ? years : years - 1
}
