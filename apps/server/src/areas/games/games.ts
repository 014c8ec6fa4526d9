export { homeGames } from './store/games.sql.ts'
