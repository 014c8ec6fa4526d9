// The front of the game lists: all that other areas may import.
export { homeGames } from './store/games.sql.ts'
