import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env["SPEELKIST_SERVER"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte()],
  // Relative, so that the pages work under a path too; build.py makes those of index.html absolute for the server.
  base: "./",
  worker: { format: "es" },
  build: {
    // The built pages are shipped inside the Python package.
    outDir: "../src/speelkist/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/socket": { target: server, changeOrigin: false, ws: true },
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node", setupFiles: ["src/testSetup.ts"] },
});
